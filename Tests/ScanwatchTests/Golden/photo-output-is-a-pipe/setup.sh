mkfifo pipe.jpg
