package import ButtonModel
import ButtonProtocol

/// What another reading of the configuration's files changes about keys, groups and buttons.
package struct FileChange {
  /// The derivations that are new or other than before, and those that are gone.
  package var keys: [DerivationChange] = []
  package var groups: [GroupDefinition] = []
  package var removedGroups: [UTF8String] = []
  package var buttons: [ButtonDefinition] = []
  package var removedButtons: [UTF8String] = []

  package init() {}
}

/// Why a change of files is refused: what is wrong with which part of it.
package enum FileRefusal: Error {
  case keys(EngineError)
  case groups(EngineError)
  case buttons(EngineError)
}

extension Engine {
  /// Puts what files say in place, or throws and leaves everything as it is.
  package func apply(_ change: FileChange) throws(FileRefusal) {
    let (groups, buttons) = (definers.groups, definers.buttons)
    let newGroups: GroupDefiner.Prepared
    do throws(EngineError) {
      newGroups = try groups.prepare(change.groups, isKept: true, removing: change.removedGroups)
    } catch {
      throw .groups(error)
    }
    let newButtons: ButtonDefiner.Prepared
    do throws(EngineError) {
      newButtons = try buttons.prepare(
        change.buttons, isKept: true, groupBytes: newGroups.bytesOfAll)
    } catch {
      throw .buttons(error)
    }
    // Nothing else can fail, and this changes nothing if it does.
    do throws(EngineError) {
      _ = try derive(change.keys, isFromFile: true)
    } catch {
      throw .keys(error)
    }
    _ = removeGroups(change.removedGroups)
    committer.finish(groups.define(newGroups, isKept: true))
    committer.finish(buttons.define(newButtons, isKept: true))
    _ = remove(Match(ids: change.removedButtons))
  }
}
