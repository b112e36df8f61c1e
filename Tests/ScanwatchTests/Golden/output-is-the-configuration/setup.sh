echo 'types: qr' > c.yaml
