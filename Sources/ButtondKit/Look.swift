/// How the button looks: reading gives what stands so far, setting makes it so in this state.
///
/// What is not set is left to the button's configuration and to the manifest's base style. Setting a
/// text or the name of an image to nil takes it away; of every other property nil leaves what stands. A
/// value out of range gives the button up with that reason; so does the sixty-fifth property, a text
/// over 4 KiB, and more than 16 KiB of text.
/// A look is good for one call and cannot be kept.
public struct Look: ~Copyable {
  let call: PluginCall

  // The compiler of Swift 6.3 stops on an assertion where it inlines a function of a plugin that has one
  // of these views inlined already, so none of them is.

  /// The background.
  public var background: BackgroundLook { @inline(never) get { BackgroundLook(call: call) } }

  /// How changes to the new look are to be shown.
  public var transaction: TransactionLook { @inline(never) get { TransactionLook(call: call) } }

  /// The space around the content, in points.
  public var contentInsets: InsetsLook {
    @inline(never) get { InsetsLook(call: call, edges: .content) }
  }

  /// Sets a property of your own, which clients get untouched: `x-` and a reverse-DNS name, such as
  /// `x-com.example.glow`. It counts among the 64 properties of a button.
  public func set(_ name: String, to value: Value) { call.set(name, value) }

  /// The title in runs, as JSON text; nil: it has none. `setTitleRuns` sets it.
  public var titleRuns: String? { call.property("button.titleRuns") }

  /// Makes the title of runs that look different, at most 32 with 4 KiB of JSON text; drops
  /// `title`. Without runs there is no title.
  public func setTitleRuns(_ runs: [TextRun]) {
    call.setProperty("button.titleRuns", TextRun.json(runs, for: call))
  }
}
