cp Pictures/hello.png a.png; chmod u+w a.png; cp a.png a.png.svg
