cp Pictures/hello.png secret.png
chmod 0 secret.png
