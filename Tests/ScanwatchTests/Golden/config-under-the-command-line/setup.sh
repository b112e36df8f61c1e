cat >f.yaml <<END
format: text
END
