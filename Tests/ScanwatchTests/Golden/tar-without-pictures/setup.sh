tar cf pictures.tar SampleImages/SOURCES.md
