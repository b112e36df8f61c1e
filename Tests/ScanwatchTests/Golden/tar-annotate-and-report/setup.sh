tar cf pictures.tar SampleImages/qr/plain.png
