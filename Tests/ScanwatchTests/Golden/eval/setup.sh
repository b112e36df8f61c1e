mkdir -p set/faces
cp Pictures/hello.png Pictures/lines.png set
cp SampleImages/face/biden-small-30.* set/faces
cat >set/expected.jsonl <<"END"
{"file": "hello.png", "width": 116, "height": 116, "objects": [{"type": "qr", "text": "hello"}]}
{"file": "lines.png", "width": 116, "height": 116, "objects": [{"type": "qr", "text": "other"}, {"type": "qr", "text": "more"}]}
END
