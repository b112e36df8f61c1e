mkdir -p folder elsewhere
cp Pictures/hello.png elsewhere/a.png
ln -s ../elsewhere folder/link
ln -s . folder/self
