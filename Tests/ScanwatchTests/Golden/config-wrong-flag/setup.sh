cat >f.yaml <<END
undecoded: perhaps
END
