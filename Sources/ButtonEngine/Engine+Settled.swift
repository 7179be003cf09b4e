import ButtonStore

extension Engine {
  /// True when every change so far is on show: nothing is dirty, on its way, or yet to be published.
  package var isSettled: Bool {
    isBetweenFrames && !store.hasUncommittedWrites && store.dirtyCount == 0
      && ledger.total == 0 && builtInQueue.isEmpty
  }
}
