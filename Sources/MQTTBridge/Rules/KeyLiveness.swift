import ButtonModel

/// When a key that a rule sets does not hold although the broker is there.
package struct KeyLiveness: Hashable, Sendable {
  /// Words instead of a value, in lower case: the device says that it has none.
  package var noValue: [String] = []
  /// Nanoseconds without a message after which the key is lost; nil for never.
  package var silentAfter: UInt64?
  /// Says whether the device is there.
  package var availability: Availability?

  package init(noValue: [String] = []) { self.noValue = noValue }
}

/// A topic that tells whether devices are there, and what it says.
package struct Availability: Hashable, Sendable {
  /// The topic, with `$1` for what the rule's first wildcard stands for.
  package let topic: NameTemplate
  package let online: String
  package let offline: String
  /// Where it is in a payload of JSON.
  package let pointer: JSONPointer?

  package init(
    _ topic: NameTemplate, online: String = "online", offline: String = "offline",
    pointer: JSONPointer? = nil
  ) {
    (self.topic, self.online, self.offline, self.pointer) = (topic, online, offline, pointer)
  }

  /// Listens to the topic.
  var rule: TopicRule? {
    let captures = Array(repeating: "+", count: topic.captureCount)
    return TopicFilter(topic.topic(captures)).map { TopicRule($0, .availability(self), qos: 1) }
  }
}
