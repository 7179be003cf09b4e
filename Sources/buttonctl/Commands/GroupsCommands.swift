import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol
import DaemonConfiguration
import JSONRPC

struct GroupsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "groups",
    abstract: "Define groups of buttons: their tint, and whether they are enabled.",
    subcommands: [
      GroupsListCommand.self, GroupsGetCommand.self, GroupsDefineCommand.self,
      GroupsRemoveCommand.self,
    ])
}

struct GroupsListCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print which groups are defined, and how many buttons name them."
  )

  @ParentCommand var program: Buttonctl

  func run(_ client: ButtonClient, _ console: Console) async throws {
    var request = GroupsListRequest()
    var table = console.table("ID", "BUTTONS", "DEFINED BY")
    while true {
      let json = try await client.document(request)
      let page: GroupsListResponse = try json.decode()
      if console.printsJSON { console.print(json) }
      for group in page.groups {
        table.add(
          Table.Cell(group.id), Table.Cell("\(group.buttons)"),
          Table.Cell(group.isFromFile ? "the configuration" : "a client"))
      }
      guard let next = page.next else { break }
      request.after = next
    }
    table.sort(by: 0)
    if !console.printsJSON { console.print(painted: console.text(of: table)) }
  }
}

struct GroupsGetCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print how groups are defined, as YAML.",
    discussion: """
      Prints what `groups` of the configuration and `buttonctl groups define` take. With --json it is \
      one JSON object by id, which both accept as well. Exits with 1 if an id has no group.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The groups (default: all).", completion: LiveCompletion.definedGroups)
  var ids: [String] = []

  func run(_ client: ButtonClient, _ console: Console) async throws {
    var request = GroupsGetRequest(ids: ids.isEmpty ? nil : ids)
    var missing = Set(ids)
    var document = DefinitionsDocument()
    while true {
      let page = try await client.document(request)
      page.read { page in
        guard let groups = page.member("groups"), groups.isArray else { return }
        for definition in groups.elements {
          if let id = document.add(definition) { missing.remove(id) }
        }
      }
      guard let next = page.read({ $0.member(.next)?.string }) ?? nil else { break }
      request.after = next
    }
    document.print(on: console)
    for id in missing.naturallySorted() { console.complain("the group '\(id)' is not defined") }
    if !missing.isEmpty { throw ExitCode(1) }
  }
}

struct GroupsDefineCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "define",
    abstract: "Define groups, all or nothing; those that exist are replaced.",
    discussion: """
      The file has groups by id, as `buttonctl groups get` prints them; they may be the member "groups". \
      What is not YAML or JSON by its name is read as either: \
      echo 'till: {tint: systemPink}' | buttonctl groups define -
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "A YAML or JSON file, or JSON; - is standard input.", completion: .file())
  var file: String

  @OptionGroup var wait: WaitFlag

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let name = DocumentArgument.name(of: file)
    let bytes = try DocumentArgument.text(of: file)
    let groups: GroupFile
    do throws(ConfigurationError) {
      groups = try GroupFile(name, bytes)
    } catch {
      throw ClientError(.unsendable, "\(error)")
    }
    for warning in groups.warnings { console.complain("\(warning)") }
    let json: JSONDocument
    do {
      json = try await client.document(
        GroupsDefineRequest(groups: groups.definitions, wait: wait.moment))
    } catch {
      guard let match = error.path?.firstMatch(of: /params\.groups\[([0-9]+)\]/),
        let index = Int(match.1), index < groups.definitions.count
      else { throw error }
      console.complain(
        "\(groups.remark(onDefinition: index, "\(error.message) (\(error.reason))"))")
      throw ExitCode(1)
    }
    let answer: GroupsDefineResponse = try json.decode()
    console.show(json) { RevisionLine.text(answer.revision, "defined", answer.defined) }
  }
}

struct GroupsRemoveCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove groups; their buttons stay.",
    discussion: "Exits with 1 if an id has no group; the others are removed.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "The groups.", completion: LiveCompletion.definedGroups)
  var ids: [String]

  @OptionGroup var wait: WaitFlag

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(GroupsRemoveRequest(ids: ids, wait: wait.moment))
    let answer: GroupsRemoveResponse = try json.decode()
    console.show(json) { RevisionLine.text(answer.revision, "removed", answer.removed) }
    let missing = Set(ids).subtracting(answer.removed).naturallySorted()
    for id in missing { console.complain("the group '\(id)' is not defined") }
    if !missing.isEmpty { throw ExitCode(1) }
  }
}
