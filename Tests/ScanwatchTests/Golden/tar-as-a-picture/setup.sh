cp SampleImages/qr/plain.png a.png; tar cf pictures.tar a.png
