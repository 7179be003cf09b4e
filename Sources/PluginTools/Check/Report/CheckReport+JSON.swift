import ButtonProtocol
package import JSONRPC

extension CheckReport {
  /// One JSON object; members are added over time, never renamed.
  package func write(into writer: inout JSONWriter, strict: Bool) {
    writer.beginObject()
    writer.key("plugin")
    writer.beginObject()
    writer.member("folder", folder)
    writer.member("id", ifPresent: plugin)
    writer.member("version", ifPresent: version)
    writer.endObject()
    writer.member("seed", String(seed))
    writer.member("strict", strict)
    writer.member("passed", passes(strict: strict))
    writer.key("counts")
    writer.beginObject()
    for status in CheckStatus.allCases {
      writer.key(status.rawValue)
      count(status).write(into: &writer)
    }
    writer.endObject()
    writer.key("items")
    writer.beginArray()
    for result in results { result.write(into: &writer) }
    writer.endArray()
    writer.endObject()
  }
}

extension CheckResult {
  fileprivate func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", id)
    writer.member("title", title)
    writer.member("status", status.rawValue)
    writer.member("detail", ifPresent: detail)
    writer.member("reason", ifPresent: reason)
    writer.member("milliseconds", milliseconds)
    writer.key("findings")
    writer.beginArray()
    for finding in findings { finding.write(into: &writer) }
    writer.endArray()
    writer.member("findingsOmitted", omitted)
    writer.endObject()
  }
}

extension CheckFinding {
  fileprivate func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("status", status.rawValue)
    writer.member("message", message)
    writer.member("remedy", remedy)
    writer.member("path", ifPresent: place?.path)
    writer.member("style", ifPresent: place?.style)
    writer.member("handler", ifPresent: place?.handler)
    writer.member("state", ifPresent: place?.state)
    writer.member("traits", ifPresent: place?.traits)
    writer.member("parameters", ifPresent: place?.parameters)
    writer.member("inputs", ifPresent: place?.inputs)
    writer.endObject()
  }
}
