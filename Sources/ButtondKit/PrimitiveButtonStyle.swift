/// A style that owns its gesture: it gets the pointer's events, and decides what they mean.
///
/// Its entry in the manifest says `"isPrimitive": true`. The look is made by `update` as ever, from
/// `context.isHighlighted` for one.
///
/// ```swift
/// struct LongPress: PrimitiveButtonStyle {
///   func gesture(
///     _ event: PointerEvent, _ press: inout Press<Int>, in context: borrowing Context
///   ) {
///     if event.phase == .began { press.scratch = context.nowMilliseconds }
///     press.isPressed = event.isInside
///     if event.phase == .ended, context.nowMilliseconds - press.scratch > 500 { press.trigger() }
///   }
///   …
/// }
/// ```
public protocol PrimitiveButtonStyle: ButtonStyle {
  /// What is remembered from event to event of one press.
  associatedtype Scratch: PressScratch = NoScratch

  /// Takes an event of a press. A thrown error ends the press without an action.
  func gesture(
    _ event: PointerEvent, _ press: inout Press<Scratch>, in context: borrowing Context
  ) throws
}

/// What a style may remember of a press: at most 64 bytes of numbers and structs of numbers.
///
/// The daemon keeps the bytes, and hands them back for the same press to the same style.
public protocol PressScratch: BitwiseCopyable, Sendable {
  /// The scratch of a press that begins.
  init()
}

/// Nothing to remember.
public struct NoScratch: PressScratch {
  /// Nothing.
  public init() {}
}

extension Int: PressScratch {}
extension Double: PressScratch {}
