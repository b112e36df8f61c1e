mkdir -p folder/below
cp Pictures/hello.png folder/a.png
cp Pictures/lines.png folder/below/b.png
