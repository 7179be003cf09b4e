import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC
import PluginTools

struct ImagesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "images", abstract: "Keep pictures that buttons show.",
    subcommands: [
      ImagesPutCommand.self, ImagesListCommand.self, ImagesGetCommand.self,
      ImagesRemoveCommand.self,
    ])
}

struct ImagesPutCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "put", abstract: "Have the daemon keep images, and print their names.",
    discussion: """
      A look names an image by what this prints: image: sha256:… in a configuration. PNG, JPEG, WebP and SVG, at \
      most 512 KiB each.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The files; - is standard input.", completion: .file())
  var files: [String]

  func run(_ client: ButtonClient, _ console: Console) async throws {
    for file in files {
      let bytes = try DocumentArgument.text(of: file)
      let json: JSONDocument
      do {
        json = try await client.document(ImagesPutRequest(data: Base64.text(bytes)))
      } catch {
        guard error.code == .invalidParams else { throw error }
        throw ClientError(.unsendable, "\(DocumentArgument.name(of: file)): \(error.message)")
      }
      let image: ImageListing = try json.decode()
      console.show(json) { image.image.text.string }
    }
  }
}

struct ImagesListCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print which images there are.")

  @ParentCommand var program: Buttonctl

  func run(_ client: ButtonClient, _ console: Console) async throws {
    var request = ImagesListRequest()
    var table = console.table("IMAGE", "TYPE", "SIZE", "BYTES")
    while true {
      let json = try await client.document(request)
      let page: ImagesListResponse = try json.decode()
      if console.printsJSON { console.print(json) }
      for image in page.images {
        let size = image.width.flatMap { width in image.height.map { "\(width) x \($0)" } }
        table.add(
          Table.Cell(image.image.text.string), Table.Cell(image.type), Table.Cell(size ?? ""),
          Table.Cell("\(image.bytes)"))
      }
      guard let next = page.next else { break }
      request.after = next
    }
    if !console.printsJSON { console.print(painted: console.text(of: table)) }
  }
}

struct ImagesGetCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Write the file of an image.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "The image, as put and list print it.") var image: String

  @Option(
    name: .shortAndLong, help: "The file to write; may be left out with --json.",
    completion: .file())
  var output: String?

  func run(_ client: ButtonClient, _ console: Console) async throws {
    if output == nil, !console.printsJSON { throw ValidationError("name a file with -o") }
    let json = try await client.document(ImagesGetRequest(image: try ImagesCommand.name(image)))
    let file: ImageFileMessage = try json.decode()
    guard let bytes = Base64.bytes(Array(file.data.utf8)) else {
      throw ClientError(.unexpectedAnswer, "the daemon's answer has no Base64")
    }
    if let output { try PictureFile.write(bytes, to: output) }
    if console.printsJSON { console.print(json) }
  }
}

struct ImagesRemoveCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove images, whether looks name them or not.",
    discussion: "Exits with 1 if there is no image of a name; the others are removed.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "The images, as put and list print them.") var images: [String]

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let names = try images.map { try ImagesCommand.name($0) }
    let json = try await client.document(ImagesRemoveRequest(images: names))
    let answer: ImagesRemoveResponse = try json.decode()
    console.show(json) {
      answer.removed.isEmpty ? "" : "removed \(answer.removed.count) of \(names.count)"
    }
    let missing = names.filter { !answer.removed.contains($0) }
    for name in missing { console.complain("there is no image '\(name.text.string)'") }
    if !missing.isEmpty { throw ExitCode(1) }
  }
}

extension ImagesCommand {
  fileprivate static func name(_ text: String) throws -> ImageName {
    guard let name = ImageName(UTF8String(text)) else {
      throw ValidationError(
        "'\(text)' is no image: its name is sha256: and 64 hexadecimal digits, as put prints it")
    }
    return name
  }
}
