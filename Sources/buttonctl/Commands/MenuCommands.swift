import ArgumentParser
import ButtonClient
import ButtonProtocol

struct MenuCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "menu", abstract: "Choose from menus of buttons.",
    subcommands: [MenuChooseCommand.self])
}

struct MenuChooseCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "choose",
    abstract: "Choose an entry of a button's menu, which performs its action.",
    discussion: """
      `buttonctl buttons get BUTTON --json` shows the ids of the entries, in the look's `menu`.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The button.", completion: LiveCompletion.buttons)
  var button: String

  @Argument(help: "The id of the entry.")
  var item: String

  var subject: String? { button }

  @OptionGroup var wait: WaitFlag

  func request() -> MenuChooseRequest {
    MenuChooseRequest(button: button, item: item, wait: wait.moment)
  }

  func text(_ answer: ButtonsTriggerResponse) -> String {
    RevisionLine.text(answer.revision, "chosen", [item])
  }
}
