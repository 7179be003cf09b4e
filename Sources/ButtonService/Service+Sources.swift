import ButtonModel
import ButtonProtocol
import JSONRPC

extension Service {
  var sourceListings: [SourceListing] { sourceControl?.listings ?? [] }

  /// Returns the line for the action's source: `action.triggered` without the subscription.
  func line(
    about definition: ButtonDefinition, client: String?, revision: UInt64
  ) -> [UInt8] {
    writer.removeAll(keepingCapacity: writer.capacity <= 64 << 10)
    writer.beginObject()
    writer.key(.id)
    writer.string(definition.id)
    writer.member("name", ifPresent: definition.action?.name)
    writer.member("payload", ifPresent: definition.action?.payload)
    writer.member("client", ifPresent: client)
    writer.key(.revision)
    writer.int(revision)
    writer.endObject()
    return [UInt8](writer.bytes) + [UInt8(ascii: "\n")]
  }
}
