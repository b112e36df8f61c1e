echo 'types: qr' >f.yaml
