extension ExpressionEvaluator {
  /// Calls with the topmost operands.
  mutating func call(_ function: Function, _ count: Int) -> Value {
    let signature = function.signature
    for index in 0..<count {
      let value = stack[below: count - 1 - index]
      guard let kind = value.kind else { return value }
      if !signature.parameter(index).contains(KindSet(kind)) {
        return fail(.wrongType, value, argument: UInt8(truncatingIfNeeded: index))
      }
    }
    let first = stack[below: count - 1]
    switch function {
    case .size: return size(first)
    case .min, .max: return extreme(first, count, isLeast: function == .min)
    case .abs, .round, .floor, .ceil: return rounded(function, first)
    case .string, .int, .double: return converted(function, first)
    case .join:
      guard case .list(let list) = first else { return refuse(first) }
      return joined(list, text(1, of: count) ?? Text([]))
    case .contains, .startsWith, .endsWith, .lowerAscii, .upperAscii, .trim, .split, .replace,
      .substring, .format:
      guard case .string(let text) = first else { return refuse(first) }
      return call(function, on: text, count)
    }
  }

  private mutating func call(_ function: Function, on text: Text, _ count: Int) -> Value {
    let other = self.text(1, of: count) ?? Text([])
    charge(text.count &+ other.count)
    switch function {
    case .contains:
      work &+= Work.searchedByte &* text.count
      return .bool(text.firstRange(of: other, from: 0) != nil)
    case .startsWith: return .bool(text.hasPrefix(other))
    case .endsWith: return .bool(text.hasSuffix(other))
    case .lowerAscii: return .string(text.mapped { $0.asciiLowercased })
    case .upperAscii: return .string(text.mapped { $0.asciiUppercased })
    case .trim: return .string(text.trimmed)
    case .split: return split(text, by: other, atMost: int(2, of: count))
    case .replace:
      return replaced(
        text, other, by: self.text(2, of: count) ?? Text([]), atMost: int(3, of: count))
    case .substring:
      return part(of: text, from: int(1, of: count) ?? 0, to: int(2, of: count))
    case .format:
      guard case .list(let values) = stack[below: count - 2] else { return refuse(stack[below: 0]) }
      return formatted(text, .list(JSONCursor(values)))
    case .size, .min, .max, .abs, .round, .floor, .ceil, .string, .int, .double, .join:
      preconditionFailure("\(function) takes more than texts")
    }
  }

  private func text(_ index: Int, of count: Int) -> Text? {
    guard index < count, case .string(let text) = stack[below: count - 1 - index] else {
      return nil
    }
    return text
  }

  private func int(_ index: Int, of count: Int) -> Int? {
    guard index < count, case .int(let number) = stack[below: count - 1 - index] else {
      return nil
    }
    return Int(number)
  }

  private mutating func size(_ value: Value) -> Value {
    switch value {
    case .string(let text):
      charge(text.count)
      return .int(Int64(text.characterCount))
    case .list(let text), .map(let text):
      var cursor = JSONCursor(text)
      var count: Int64 = 0
      while cursor.next(&work) != nil { count += 1 }
      return .int(count)
    case .null, .bool, .int, .double, .failure: return refuse(value)
    }
  }

  /// The least or greatest of numbers or of a list's numbers; the first of equal ones.
  private mutating func extreme(_ first: Value, _ count: Int, isLeast: Bool) -> Value {
    var found: Number?
    if case .list(let list) = first {
      guard count == 1 else {
        return fail(.wrongType, first, argument: ExpressionFailure.element)
      }
      var cursor = JSONCursor(list)
      while !isOverBudget, let value = cursor.nextValue(&work) {
        guard let number = Number(value) else {
          return fail(.wrongType, value, argument: ExpressionFailure.element)
        }
        found = number.preferred(to: found, isLeast: isLeast)
      }
    } else {
      for index in 0..<count {
        let value = stack[below: count - 1 - index]
        guard let number = Number(value) else {
          return fail(.wrongType, value, argument: UInt8(truncatingIfNeeded: index))
        }
        found = number.preferred(to: found, isLeast: isLeast)
      }
    }
    return found?.value ?? fail(.empty)
  }

  private func rounded(_ function: Function, _ value: Value) -> Value {
    switch value {
    case .int(let number):
      guard function == .abs, number < 0 else { return value }
      return number == .min ? fail(.overflow) : .int(-number)
    case .double(let number):
      switch function {
      case .abs: return .double(number.magnitude)
      case .round: return .double(number.rounded(.toNearestOrAwayFromZero))
      case .floor: return .double(number.rounded(.down))
      default: return .double(number.rounded(.up))
      }
    case .null, .bool, .string, .list, .map, .failure: return refuse(value)
    }
  }
}

extension Number {
  /// An earlier number wins if equal.
  fileprivate func preferred(to earlier: Number?, isLeast: Bool) -> Number {
    guard let earlier, let order = order(to: earlier) else { return earlier ?? self }
    return (isLeast ? order < 0 : order > 0) ? self : earlier
  }
}
