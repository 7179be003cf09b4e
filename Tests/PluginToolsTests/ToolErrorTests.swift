import PluginTools
import Testing

struct ToolErrorTests {
  @Test func anErrorPrintsItsMessage() {
    #expect("\(ToolError("no folder here"))" == "no folder here")
  }
}
