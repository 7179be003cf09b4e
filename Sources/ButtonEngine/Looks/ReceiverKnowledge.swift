/// What a client holds already, which decides what it has to be told.
enum ReceiverKnowledge {
  /// All matching buttons, by their ids.
  case ids
  /// All buttons that matched; one that has joined the group since is new.
  case group
  /// A part of a snapshot: everything up to a place in the order of changes.
  case part
}
