cat >f.yaml <<END
types: qr
effort: slow
END
