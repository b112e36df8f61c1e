cat >f.yaml <<END
types: [qr,
END
