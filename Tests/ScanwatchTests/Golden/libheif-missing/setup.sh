: > libheif.so.1
