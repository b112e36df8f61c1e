cat >f.yaml <<END
jobs: 0
effort: slow
END
