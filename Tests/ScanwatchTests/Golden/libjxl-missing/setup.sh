: > libjxl.so.0.7
