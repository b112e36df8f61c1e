mkdir -p folder/sub
cp Pictures/hello.png folder/sub/a.png
ln -s .. folder/sub/up
ln -s self.png folder/self.png
mkfifo folder/pipe.png
