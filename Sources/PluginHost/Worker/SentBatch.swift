import ButtonProtocol

/// A batch that is kept until its answer comes, should the worker die over it.
struct SentBatch {
  let sequence: UInt32
  let count: Int
  let payload: [UInt8]

  /// The buttons in it, in order; none if the payload cannot be read. They are read only when they
  /// matter, which is seldom.
  var handles: [UInt64] {
    payload.withUnsafeBytes { payload in
      do throws(MalformedFrame) {
        var decoder = try BatchDecoder(payload: payload)
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
