cp Pictures/hello.png a.png; chmod u+w a.png
