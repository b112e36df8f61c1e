mkdir folder; cp Pictures/hello.png folder/a.png
