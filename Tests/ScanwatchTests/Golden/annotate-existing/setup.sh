mkdir -p drawings/Pictures
echo old > drawings/Pictures/hello.png.svg
