import ButtonClient
import ButtonProtocol
import JSONRPC

/// The first line of a recording: the daemon's version and plugins, and the state when it began.
struct RecordingHeader {
  static let format = 1

  struct Plugin: Hashable, JSONDecodable, JSONEncodable {
    var name: String
    var version: String
    /// SHA-256 of its files.
    var hash: String?

    init(name: String, version: String, hash: String?) {
      self.name = name
      self.version = version
      self.hash = hash
    }

    init(json: JSONElement) throws(ProtocolError) {
      let members = try Members(of: json)
      name = try members.required("name")
      version = try members.required("version")
      hash = try members.optional("hash")
    }

    func write(into writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("name", name)
      writer.member("version", version)
      writer.member("hash", ifPresent: hash)
      writer.endObject()
    }
  }

  /// The daemon's.
  var version: String
  var hasFrames: Bool
  var plugins: [Plugin]
  /// State, definitions and what clients hold.
  var beginning: InputsSubscribeResponse

  init(
    version: String, hasFrames: Bool, plugins: [Plugin], beginning: InputsSubscribeResponse
  ) {
    self.version = version
    self.hasFrames = hasFrames
    self.plugins = plugins
    self.beginning = beginning
  }

  init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    guard let format: Int = try members.optional("buttondRecording") else {
      throw .invalidParams("this is not a recording: make one with `buttonctl record`")
    }
    guard format == RecordingHeader.format else {
      throw .invalidParams(
        "this recording has format \(format), and this buttonctl reads format "
          + "\(RecordingHeader.format): use the buttonctl of the recorded daemon"
      )
    }
    version = try members.optional("version", default: "")
    hasFrames = try members.optional("frames", default: false)
    plugins = try members.optional("plugins", default: [])
    beginning = try members.required("beginning")
  }

  var json: JSONDocument {
    JSONDocument { writer in
      writer.member("buttondRecording", RecordingHeader.format)
      writer.member("version", version)
      writer.member("frames", hasFrames)
      writer.member("plugins", plugins)
      writer.member("beginning", beginning)
    }
  }
}
