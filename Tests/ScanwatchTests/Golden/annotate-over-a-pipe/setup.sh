cp Pictures/hello.png .; mkfifo hello.png.svg
