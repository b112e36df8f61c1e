tar cf pictures.tar SampleImages/qr/plain.png SampleImages/SOURCES.md SampleImages/ean13/perspective.png
