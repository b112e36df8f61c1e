mkfifo pipe.mp4
