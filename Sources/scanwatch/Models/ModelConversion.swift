/// How a TFLite file becomes an ONNX file: by tflite2onnx, in a folder of packages of its own.
enum ModelConversion {
    /// What pip is to install, all of it by hash: on Debian 12 (Python 3.11), for both kinds of processors. From other
    /// versions the file would not be the same.
    static let requirements = """
        tflite2onnx==0.4.1 --hash=sha256:ef310782d970220cef8ba407bdbcdf4c18f787a176fc16325ef7da08df3c503a
        tflite==2.18.0 --hash=sha256:a49a4316530377c597bb272176c12d5d3c4453640118b068c93a8c3cc6c5c2c1
        flatbuffers==25.12.19 --hash=sha256:7634f50c427838bb021c2d66a3d1168e9d199b0607e6329399f04846d42e20b4
        typing_extensions==4.16.0 --hash=sha256:481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8
        onnx==1.23.2 --hash=sha256:c03ecf6b835d136108eeaeeafbd0026fc7b3cf98661409fbc6b63d5a29361348 \
        --hash=sha256:83b3fc8321303c9da62824730457ba2f7ae0970f0e2f7fc0117912df7f8a4826
        ml_dtypes==0.6.0 --hash=sha256:6c8e39b53e90afda8ce52859c93de4dba3e02b76d85dcf091cc469f9184c6dae \
        --hash=sha256:7728c0420ec1c338564fc8b01015ff2d58567e70f17fedce5a0a7c0308c0d5b9
        numpy==2.4.6 --hash=sha256:89cd468399cfd2504718f0ba50e410dca55a170b61a02ad92bb18c8a65186e93 \
        --hash=sha256:0ab0a9c4ffb1a6d95ef519fe4247dba8eb6b18ad93999f76b7f657039acabd47
        protobuf==7.36.2 --hash=sha256:89f23aa53c24553a2416fd4fd1ec06f74fa42b14b546d8883128813f775bbfd2 \
        --hash=sha256:e11e1f0180583a2af89db6a2ecd9e8dc40aa6d2988ca175bfd0e6d12ea72d74e

        """

    /// A program in Python: the folder of packages, the TFLite file, the ONNX file. What the converter writes has its
    /// lists in another order each time; sorted, it is the same file always, and can be known by its hash.
    static let program = """
        import sys
        sys.path.insert(0, sys.argv[1])
        import onnx, tflite2onnx
        tflite2onnx.convert(sys.argv[2], sys.argv[3])
        model = onnx.load(sys.argv[3])
        for part in (model.graph.initializer, model.graph.value_info, model.graph.input, model.graph.output):
            part.sort(key=lambda entry: entry.name)
        with open(sys.argv[3], "wb") as file:
            file.write(model.SerializeToString(deterministic=True))
        """
}
