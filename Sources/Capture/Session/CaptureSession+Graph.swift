public import MetadataOutput
import Synchronization

/// Inputs, outputs and connections.
extension CaptureSession {
    /// The inputs, in the order they were added.
    public var inputs: [any CaptureInput] { state.withLock { $0.graph.inputs } }
    /// The outputs, in the order they were added; preview layers are none.
    public var outputs: [any CaptureOutput] {
        state.withLock { $0.graph.outputs.filter { !($0 is CaptureVideoPreviewLayer) } }
    }
    /// The connections, in the order they were made.
    public var connections: [CaptureConnection] { state.withLock { $0.graph.connections } }

    /// What formats the cameras are asked for, default ``CaptureSessionPreset/high``;
    /// ``CaptureSessionPreset/inputPriority`` as long as the format of one was set by hand.
    public var sessionPreset: CaptureSessionPreset {
        let graph = state.withLock { $0.graph }
        let hasOwnFormat = graph.adjustableInputs.contains { $0.hasOwnFormat }
        return hasOwnFormat ? .inputPriority : graph.preset
    }

    /// Sets the preset; a running session opens its inputs anew. Any but ``CaptureSessionPreset/inputPriority`` takes the
    /// place of formats and frame durations that were set by hand.
    ///
    /// - Throws: Why an input of a session that runs cannot be opened so; preset and inputs are as before then.
    public func setSessionPreset(_ preset: CaptureSessionPreset) throws(CaptureError) {
        beginConfiguration()
        let inputs = state.withLock { state in
            state.graph.preset = preset
            return preset == .inputPriority ? [] : state.graph.adjustableInputs
        }
        for input in inputs { input.wantedStream = DeviceConfiguration.Stream() }
        try commitConfiguration()
    }

    /// Whether ``addInput(_:)`` would take it: it is in no session yet, no other input here is of its camera, and it is there,
    /// if the ``reconnectPolicy`` is not to wait for it.
    public func canAddInput(_ input: any CaptureInput) -> Bool {
        SessionMembership.isFree(input, for: self) && state.withLock { $0.graph.refusal(of: input) } == nil
            && (reconnectPolicy.waitsForAbsent || input.isConnected)
    }

    /// Adds an input and connects it to every output.
    ///
    /// - Throws: ``CaptureError/Code/deviceNotConnected`` if it is not there and not to be waited for;
    ///   ``CaptureError/Code/invalidConfiguration`` if it or another input of its camera is in the session;
    ///   ``CaptureError/Code/deviceAlreadyUsedByAnotherSession``; while the session runs, why it cannot be opened.
    public func addInput(_ input: any CaptureInput) throws(CaptureError) {
        try checkPresence(of: input)
        try change(adding: input) { (graph) throws(CaptureError) in try graph.add(input, connecting: true) }
    }

    /// Adds an input without connections.
    ///
    /// - Throws: As ``addInput(_:)``.
    public func addInputWithNoConnections(_ input: any CaptureInput) throws(CaptureError) {
        try checkPresence(of: input)
        try change(adding: input) { (graph) throws(CaptureError) in try graph.add(input, connecting: false) }
    }

    /// Removes an input and its connections; nothing if it is not there.
    ///
    /// - Throws: What other changes cannot be brought to run, if it ends them; see ``commitConfiguration()``.
    public func removeInput(_ input: any CaptureInput) throws(CaptureError) {
        try change { (graph) throws(CaptureError) in graph.remove(input) }
    }

    /// Hides parts of an input's pictures from everybody who gets them, from the next frame on, whatever scanwatch zooms to;
    /// nil hides nothing. It holds also before the input is added, and after it was lost. A camera that zooms by a lens of
    /// its own shows other pictures, and needs another mask. What is kept from before a new mask for clips and Live Photos is forgotten.
    public func setPictureMask(_ mask: PictureMask?, for input: any CaptureInput) {
        let old = masks[input]
        masks[input] = mask
        guard let mask, mask != old else { return }
        for output in outputs { (output as? any CaptureFrameOutput)?.forgetFrames(of: input) }
    }

    /// Whether ``addOutput(_:)`` would take it: it is in no session yet and of a
    /// kind that a session has frames for.
    public func canAddOutput(_ output: any CaptureOutput) -> Bool {
        SessionMembership.isFree(output, for: self) && !state.withLock { $0.graph.contains(output) }
            && output is any CaptureFrameOutput
    }

    /// Adds an output and connects every input to it.
    ///
    /// - Throws: ``CaptureError/Code/invalidConfiguration`` if it is in the session already, or of a kind that a session has no
    ///   frames for; ``CaptureError/Code/deviceAlreadyUsedByAnotherSession``; as ``commitConfiguration()``.
    public func addOutput(_ output: any CaptureOutput) throws(CaptureError) {
        try change(adding: output) { (graph) throws(CaptureError) in try graph.add(output, connecting: true) }
    }

    /// Adds an output without connections.
    ///
    /// - Throws: As ``addOutput(_:)``.
    public func addOutputWithNoConnections(_ output: any CaptureOutput) throws(CaptureError) {
        try change(adding: output) { (graph) throws(CaptureError) in try graph.add(output, connecting: false)
        }
    }

    /// Removes an output and its connections; nothing if it is not there.
    ///
    /// - Throws: As ``removeInput(_:)``.
    public func removeOutput(_ output: any CaptureOutput) throws(CaptureError) {
        try change { (graph) throws(CaptureError) in graph.remove(output) }
    }

    /// Whether ``addConnection(_:)`` would take it: both ends are in this session and not connected yet.
    public func canAddConnection(_ connection: CaptureConnection) -> Bool {
        state.withLock { $0.graph.refusal(of: connection) } == nil
    }

    /// Adds a connection.
    ///
    /// - Throws: ``CaptureError/Code/invalidConfiguration`` if ``canAddConnection(_:)`` is false; as ``commitConfiguration()``.
    public func addConnection(_ connection: CaptureConnection) throws(CaptureError) {
        try change { (graph) throws(CaptureError) in try graph.add(connection) }
    }

    /// The inputs whose frames a connection carries; none if it has no such connection.
    func inputs(of connection: CaptureConnection) -> [any CaptureInput] {
        let graph = state.withLock { $0.graph }
        let isThere = graph.connections.contains { $0 === connection }
        return isThere ? graph.inputs(of: connection) : []
    }

    /// Removes a connection; nothing if it is not there.
    ///
    /// - Throws: As ``removeInput(_:)``.
    public func removeConnection(_ connection: CaptureConnection) throws(CaptureError) {
        try change { (graph) throws(CaptureError) in graph.remove(connection) }
    }
}
