mkdir folder
cp Pictures/hello.png folder/a.png
printf "%%PDF-1.4\n" | tee folder/more.PDF >folder/pages.pdf
