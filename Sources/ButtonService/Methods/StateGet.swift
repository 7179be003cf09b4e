import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// `state.get`: values, in order of the keys, as many as fit a line.
enum StateGet: Handler {
  typealias Message = StateGetRequest
  static let right = Role.read

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try StateGetRequest(params: call.params)
    let keys = call.engine.presentKeys(request.spec, after: request.after)
    let limit = min(request.limit ?? keys.count, keys.count)
    let room = call.service.limits.maxFrameBytes - 4 * Service.envelopeRoom
    let begin = writer.count
    writer.beginObject()
    writer.key("revision")
    writer.int(call.engine.revision)
    writer.key("values")
    writer.beginObject()
    var count = 0
    while count < limit {
      let before = writer.count
      writer.key(keys[count].name)
      call.engine.store.value(of: keys[count].key)?.write(into: &writer)
      if writer.count - begin > room, count > 0 {
        writer.truncate(to: before)
        break
      }
      count += 1
    }
    writer.endObject()
    if count > 0, count < keys.count {
      writer.key("next")
      writer.string(keys[count - 1].name)
    }
    writer.endObject()
    return .answered
  }
}

extension Engine {
  /// The keys with a value that are meant, behind a name, in order of their names.
  fileprivate func presentKeys(
    _ spec: StateSubscriptionSpec, after: UTF8String?
  ) -> [(name: UTF8String, key: KeyID)] {
    var found: [(name: UTF8String, key: KeyID)] = []
    let prefix = spec.under.map { UTF8String(bytes: $0.bytes + [UInt8(ascii: ".")]) }
    for name in spec.keys ?? [] where name != spec.under {
      if let prefix, name.bytes.starts(with: prefix.bytes) { continue }
      guard let key = store.key(named: name), store.value(of: key) != nil else { continue }
      found.append((name, key))
    }
    if spec.keys == nil || spec.under != nil {
      store.keys(changedAfter: 0) { key in
        guard store.value(of: key) != nil else { return }
        let name = store.name(of: key)
        guard let under = spec.under, let prefix else { return found.append((name, key)) }
        if name == under || name.bytes.starts(with: prefix.bytes) { found.append((name, key)) }
      }
    }
    if let after { found.removeAll { $0.name <= after } }
    return found.sorted { $0.name < $1.name }
  }
}
