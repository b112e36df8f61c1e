cat >f.yaml <<END
types: qr
efort: fast
END
