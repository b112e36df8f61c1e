mkdir folder
cp Pictures/hello.png $'folder/a\xff.png'
cp Pictures/empty.png $'b\xfead.png'
