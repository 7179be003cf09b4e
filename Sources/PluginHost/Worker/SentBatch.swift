import PluginChannel

/// A batch, or a gesture, which is one of one button; kept until its answer comes, should the worker
/// die over it.
struct SentBatch {
  var isGesture = false
  let sequence: UInt32
  let count: Int
  let payload: [UInt8]

  /// The type of its frame.
  var type: FrameType { isGesture ? .gesture : .batch }

  /// The type of the frame that answers it.
  var answerType: FrameType { isGesture ? .gestureAnswer : .answer }

  /// The buttons in it, in order; none if the payload cannot be read. They are read only when they
  /// matter, which is seldom.
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
