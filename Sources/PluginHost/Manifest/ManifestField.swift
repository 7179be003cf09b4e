import ButtonModel
import ButtonProtocol
import JSONRPC

/// A value in a manifest with its path, for error messages.
struct ManifestField {
  let element: JSONElement
  let file: String
  let path: String

  func fault(_ what: String, _ code: ManifestError.Code = .invalid) -> ManifestError {
    ManifestError(code, file: file, path: path, what)
  }

  /// Throws unless it is an object whose members are all among `names`.
  func checkObject(of names: [String]) throws(ManifestError) {
    guard element.isObject else { throw fault("must be an object") }
    if let fault = unknownMembers(of: names).first { throw fault }
  }

  func unknownMembers(of names: [String]) -> [ManifestError] {
    var faults: [ManifestError] = []
    for (key, value) in element.members {
      let name = key.string
      guard !names.contains(name) else { continue }
      faults.append(
        field(name, value).fault("is not known here\(NearestName.advice(name, among: names))"))
    }
    return faults
  }

  func required(_ name: StaticString) throws(ManifestError) -> ManifestField {
    guard let field = optional(name) else {
      throw ManifestError(
        .invalid, file: file, path: path.isEmpty ? "\(name)" : "\(path).\(name)",
        "is missing")
    }
    return field
  }

  /// Nil if absent or null.
  func optional(_ name: StaticString) -> ManifestField? {
    guard let value = element.member(name), !value.isNull else { return nil }
    return field("\(name)", value)
  }

  /// The members of an object with arbitrary names.
  func members() throws(ManifestError) -> [(name: String, value: ManifestField)] {
    guard element.isObject else { throw fault("must be an object") }
    return element.members.map { ($0.key.string, field($0.key.string, $0.value)) }
  }

  func elements(atMost limit: Int) throws(ManifestError) -> [ManifestField] {
    guard element.isArray else { throw fault("must be a list") }
    guard element.count <= limit else {
      throw fault("has \(element.count) elements; \(limit) are the most")
    }
    return element.elements.enumerated().map { index, value in
      ManifestField(element: value, file: file, path: "\(path)[\(index)]")
    }
  }

  /// In bytes.
  func text(atMost limit: Int = 4096) throws(ManifestError) -> String {
    guard let text = element.text else { throw fault("must be a string") }
    guard text.count <= limit else {
      throw fault("has \(text.count) bytes; \(limit) are the most")
    }
    return text.string
  }

  /// Throws unless `isAllowed`; `form` describes what is allowed.
  func text(
    _ isAllowed: (String) -> Bool, _ form: String
  ) throws(ManifestError) -> String {
    let text = try text()
    guard isAllowed(text) else { throw fault("'\(Excerpt(text))' must be \(form)") }
    return text
  }

  func choice(of names: [String]) throws(ManifestError) -> String {
    let text = try text()
    guard names.contains(text) else {
      throw fault(
        "'\(Excerpt(text))' is not one of \(names.joined(separator: ", "))"
          + NearestName.advice(text, among: names))
    }
    return text
  }

  func bool() throws(ManifestError) -> Bool {
    guard let value = element.bool else { throw fault("must be true or false") }
    return value
  }

  func integer() throws(ManifestError) -> Int64 {
    guard let value = element.int else { throw fault("must be an integer") }
    return value
  }

  func integer(in range: ClosedRange<Int64>) throws(ManifestError) -> Int {
    let value = try integer()
    guard range.contains(value) else {
      throw fault("\(value) is not within \(range.lowerBound)…\(range.upperBound)")
    }
    return Int(value)
  }

  func number() throws(ManifestError) -> Double {
    guard let value = element.number else { throw fault("must be a number") }
    return value
  }

  private func field(_ name: String, _ value: JSONElement) -> ManifestField {
    let name = Excerpt(name).description
    return ManifestField(
      element: value, file: file, path: path.isEmpty ? name : "\(path).\(name)")
  }
}
