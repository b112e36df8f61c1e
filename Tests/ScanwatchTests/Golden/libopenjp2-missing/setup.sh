: > libopenjp2.so.7
