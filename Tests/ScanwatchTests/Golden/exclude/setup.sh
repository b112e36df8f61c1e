mkdir -p folder/a folder/b/a a
cp Pictures/hello.png folder/a/no.png
cp Pictures/hello.png folder/b/a/yes.png
cp Pictures/lines.png a/c.png
