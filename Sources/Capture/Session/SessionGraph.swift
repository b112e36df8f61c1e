import MetadataOutput

/// Which inputs go to which outputs: what a session is to be, as a value that can be changed and thrown away.
struct SessionGraph: Sendable {
    private(set) var inputs: [any CaptureInput] = []
    /// Preview layers are among them.
    private(set) var outputs: [any CaptureFrameOutput] = []
    /// Outputs that inputs which come later are not connected to: they wait for connections by hand.
    private var unconnected: Set<ObjectIdentifier> = []
    private(set) var connections: [CaptureConnection] = []
    /// What formats the cameras are asked for.
    var preset = CaptureSessionPreset.high

    func contains(_ input: any CaptureInput) -> Bool { inputs.contains { $0 === input } }
    func contains(_ output: any CaptureOutput) -> Bool { outputs.contains { $0 === output } }

    /// The inputs that can be set while they deliver.
    var adjustableInputs: [any AdjustableInput] { inputs.compactMap { $0 as? any AdjustableInput } }

    /// The connections that bring an input's frames somewhere.
    func connections(from input: any CaptureInput) -> [CaptureConnection] {
        connections.filter { connection in
            connection.inputPorts.contains { $0.input == ObjectIdentifier(input) }
        }
    }

    /// The inputs whose frames a connection carries.
    func inputs(of connection: CaptureConnection) -> [any CaptureInput] {
        inputs.filter { input in connection.inputPorts.contains { $0.input == ObjectIdentifier(input) } }
    }

    /// The output that a connection leads to.
    func output(of connection: CaptureConnection) -> (any CaptureFrameOutput)? {
        outputs.first { $0 === connection.output }
    }

    /// Adds an input and, if wanted, connections to every output.
    mutating func add(_ input: any CaptureInput, connecting: Bool) throws(CaptureError) {
        if let refusal = refusal(of: input) { throw refusal }
        inputs.append(input)
        guard connecting else { return }
        for output in outputs { connect(input, to: output) }
    }

    /// Why an input cannot be added, or nil: one camera gives its frames to one input.
    func refusal(of input: any CaptureInput) -> CaptureError? {
        let camera = input.camera
        let isThere = inputs.contains { other in
            other === input || camera?.isSameNode(as: other.camera) ?? false
        }
        return isThere
            ? CaptureError(.invalidConfiguration, "\(input.sourceName) is an input of this session already")
            : nil
    }

    /// Adds an output and, if wanted, connections from every input.
    mutating func add(_ output: any CaptureOutput, connecting: Bool) throws(CaptureError) {
        guard !contains(output) else {
            throw CaptureError(.invalidConfiguration, "this output is in this session already")
        }
        guard let output = output as? any CaptureFrameOutput else {
            throw CaptureError(.invalidConfiguration, "a session has no frames for this kind of output")
        }
        outputs.append(output)
        guard connecting else {
            if output is CaptureVideoPreviewLayer { unconnected.insert(ObjectIdentifier(output)) }
            return
        }
        for input in inputs { connect(input, to: output) }
    }

    /// Connects them, unless the output is a layer that has a connection or waits for one by hand.
    private mutating func connect(_ input: any CaptureInput, to output: any CaptureFrameOutput) {
        if output is CaptureVideoPreviewLayer {
            let isConnected = connections.contains { $0.output === output }
            guard !isConnected, !unconnected.contains(ObjectIdentifier(output)) else { return }
        }
        connections.append(CaptureConnection(inputPorts: input.ports, output: output))
    }

    /// Adds a connection between what is in the graph.
    mutating func add(_ connection: CaptureConnection) throws(CaptureError) {
        if let refusal = refusal(of: connection) { throw refusal }
        connections.append(connection)
    }

    /// Why a connection cannot be added, or nil.
    func refusal(of connection: CaptureConnection) -> CaptureError? {
        let known = Set(inputs.flatMap(\.ports))
        guard !connection.inputPorts.isEmpty, connection.inputPorts.allSatisfy(known.contains),
            contains(connection.output)
        else {
            return CaptureError(
                .invalidConfiguration, "a connection joins ports of inputs and an output of the same session")
        }
        let isLayer = connection.videoPreviewLayer != nil
        let isThere = connections.contains {
            $0.output === connection.output
                && (isLayer || !Set($0.inputPorts).isDisjoint(with: connection.inputPorts))
        }
        return isThere ? CaptureError(.invalidConfiguration, "these are connected already") : nil
    }

    /// Removes an input and its connections; nothing if it is not there.
    mutating func remove(_ input: any CaptureInput) {
        inputs.removeAll { $0 === input }
        connections.removeAll { connection in
            connection.inputPorts.contains { $0.input == ObjectIdentifier(input) }
        }
    }

    /// Removes an output and its connections; nothing if it is not there.
    mutating func remove(_ output: any CaptureOutput) {
        outputs.removeAll { $0 === output }
        unconnected.remove(ObjectIdentifier(output))
        connections.removeAll { $0.output === output }
    }

    /// Removes a connection; nothing if it is not there.
    mutating func remove(_ connection: CaptureConnection) {
        connections.removeAll { $0 === connection }
    }
}

extension CaptureDevice {
    /// Whether another object is of the same camera at the same place.
    fileprivate func isSameNode(as other: CaptureDevice?) -> Bool {
        uniqueID == other?.uniqueID && path == other?.path
    }
}
