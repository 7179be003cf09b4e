import ButtonProtocol
import JSONRPC

/// One path or a list of them.
struct PathList: JSONDecodable {
  let paths: [String]

  init(json: JSONElement) throws(ProtocolError) {
    paths = json.isString ? [try String(json: json)] : try [String](json: json)
    guard let empty = paths.firstIndex(of: "") else { return }
    throw .invalidParams("is empty; name a folder", path: json.isArray ? "[\(empty)]" : nil)
  }
}
