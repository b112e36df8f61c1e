printf 'P5 6000 6000 255 ' > slow.pgm; head -c 36000000 /dev/zero | tr '\\0' '\\200' >> slow.pgm
