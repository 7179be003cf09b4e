import PluginChannel

/// A batch, or a gesture, which counts as a batch of one button; kept until it is answered, in case
/// the worker dies over it.
struct SentBatch {
  var isGesture = false
  let sequence: UInt32
  let count: Int
  let payload: [UInt8]

  var type: FrameType { isGesture ? .gesture : .batch }

  var answerType: FrameType { isGesture ? .gestureAnswer : .answer }

  /// The buttons in it, in order; empty if the payload is invalid. Decoded on each call, which is
  /// rare.
  var handles: [UInt64] {
    payload.withUnsafeBytes { payload in
      do throws(MalformedFrame) {
        let batch = isGesture ? try GestureFrame(payload: payload).batch : payload
        var decoder = try BatchDecoder(payload: batch)
        while try decoder.nextKey() != nil {}
        var handles: [UInt64] = []
        while let item = try decoder.nextItem() { handles.append(item.handle) }
        return handles
      } catch {
        return []
      }
    }
  }
}
