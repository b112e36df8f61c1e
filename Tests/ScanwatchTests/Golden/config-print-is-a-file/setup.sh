cat >f.yaml <<END
roi: 0,0,0.5,1
preview: 100x100
END
