extension Icon {
  /// A circle of radius 9 around the middle.
  private static let ring = "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z"
  private static let star =
    "M12 3l2.7 5.8 6.3.7-4.7 4.3 1.3 6.2-5.6-3.2-5.6 3.2 1.3-6.2L3 9.5l6.3-.7z"
  private static let heart =
    "M12 20.5C6 16 3 12.7 3 9.2A4.7 4.7 0 0 1 12 7.4 4.7 4.7 0 0 1 21 9.2C21 12.7 18 16 12 20.5z"
  private static let cart = "M3 4h2.5l2.2 11h10.1l2.2-8H6.3"
  private static let wheels =
    "M9 17.8a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2zM17 17.8a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2z"
  private static let plus = "M12 5v14M5 12h14"
  private static let cross = "M6 6l12 12M18 6L6 18"
  private static let check = "M4.5 12.5l5 5 10-11"
  private static let person =
    "M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM4 20.5c0-4 3.4-6 8-6s8 2 8 6z"
  private static let bell = "M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15z"
  private static let house = "M4 11.5L12 4.5l8 7V20h-5.5v-5h-5v5H4z"
  private static let bag = "M5 8h14l1 12.5H4z"
  private static let bolt = "M13 2.5L5 13.5h6l-1 8 8-11h-6z"
  private static let flame =
    "M12 2.5c1 4 6 6 6 11.5a6 6 0 0 1-12 0c0-2.5 1.3-4 2.5-5.5.2 2 .8 2.8 1.8 3.3C9.8 8.5 10.5 5 12 2.5z"
  private static let speaker = "M4 9.5h3.5L12 5.5v13l-4.5-4H4z"
  private static let triangle = "M12 4l9.5 16.5h-19z"

  /// All icons by name. Their paths were drawn for this project and have its licence.
  static let all: [String: Icon] = {
    var icons: [String: Icon] = [
      "plus": .lines(plus),
      "minus": .lines("M5 12h14"),
      "xmark": .lines(cross),
      "checkmark": .lines(check),
      "plus.circle": .lines(ring, "M12 8v8M8 12h8"),
      "minus.circle": .lines(ring, "M8 12h8"),
      "xmark.circle": .lines(ring, "M9 9l6 6M15 9l-6 6"),
      "checkmark.circle": .lines(ring, "M8 12.3l3 3 5.2-6"),
      "circle": .lines(ring),
      "circle.fill": .filled(ring),
      "star": .lines(star),
      "star.fill": .filled(star),
      "heart": .lines(heart),
      "heart.fill": .filled(heart),
      "cart": .mixed(lines: [cart], filled: [wheels]),
      "cart.fill": .mixed(lines: [cart], filled: [wheels, "M6.3 7H20l-2.2 8H7.7z"]),
      "cart.badge.plus": .mixed(lines: [cart, "M13.5 8.5v5M11 11h5"], filled: [wheels]),
      "bag": .lines(bag, "M8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5"),
      "bag.fill": .mixed(lines: ["M8.5 8V7a3.5 3.5 0 0 1 7 0v1"], filled: [bag]),
      "creditcard": .lines("M3 6h18v12.5H3zM3 10h18", "M6.5 15h3"),
      "gift": .lines(
        "M3.5 8h17v4h-17zM5 12h14v8.5H5zM12 8v12.5",
        "M12 8C8 8 6.5 3.5 9.3 3.5 11.3 3.5 12 8 12 8zM12 8c4 0 5.5-4.5 2.7-4.5C12.7 3.5 12 8 12 8z"
      ),
      "trash": .lines("M4 6.5h16M9.5 6.5v-3h5v3M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6"),
      "pencil": .lines("M4 20l1-4.5L16.5 4 20 7.5 8.5 19z"),
      "square.and.arrow.up": .lines("M8 10H5v10.5h14V10h-3", "M12 15V3.5M8 7l4-3.8L16 7"),
      "square.and.arrow.down": .lines("M8 10H5v10.5h14V10h-3", "M12 3v12M8 11.5l4 3.8 4-3.8"),
      "house": .lines(house),
      "house.fill": .filled(house),
      "magnifyingglass": .lines("M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13z", "M15.3 15.3l5 5"),
      "person": .lines(person),
      "person.fill": .filled(person),
      "bell": .lines(bell, "M10 20.8a2.2 2.2 0 0 0 4 0"),
      "bell.fill": .mixed(lines: ["M10 20.8a2.2 2.2 0 0 0 4 0"], filled: [bell]),
      "lock": .lines("M5 11h14v9.5H5z", "M8 11V7.5a4 4 0 0 1 8 0V11"),
      "lock.fill": .mixed(lines: ["M8 11V7.5a4 4 0 0 1 8 0V11"], filled: ["M5 11h14v9.5H5z"]),
      "lock.open": .lines("M5 11h14v9.5H5z", "M8 11V7.5a4 4 0 0 1 7.8-1.2"),
      "play": .lines("M7 4.5l12 7.5-12 7.5z"),
      "play.fill": .filled("M6.5 4l13 8-13 8z"),
      "pause": .lines("M8.5 5v14M15.5 5v14"),
      "pause.fill": .filled("M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z"),
      "stop": .lines("M6 6h12v12H6z"),
      "stop.fill": .filled("M5.5 5.5h13v13h-13z"),
      "arrow.left": .lines("M19 12H5M11 6l-6 6 6 6"),
      "arrow.right": .lines("M5 12h14M13 6l6 6-6 6"),
      "arrow.up": .lines("M12 19V5M6 11l6-6 6 6"),
      "arrow.down": .lines("M12 5v14M6 13l6 6 6-6"),
      "arrow.clockwise": .lines("M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9", "M19.5 4v5h-5"),
      "arrow.counterclockwise": .lines("M4.5 12a7.5 7.5 0 1 0 2.2-5.3L4.5 9", "M4.5 4v5h5"),
      "chevron.left": .lines("M15 5l-7 7 7 7"),
      "chevron.right": .lines("M9 5l7 7-7 7"),
      "chevron.up": .lines("M5 15l7-7 7 7"),
      "chevron.down": .lines("M5 9l7 7 7-7"),
      "chevron.up.chevron.down": popup,
      "ellipsis": .filled(
        "M5 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4zM12 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4zM19 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4z"
      ),
      "info.circle": .lines(ring, "M12 11v5.5M12 7.6v.2"),
      "questionmark.circle": .lines(
        ring, "M9.3 9.5a2.7 2.7 0 1 1 4 2.4c-1 .6-1.3 1-1.3 2M12 16.8v.2"),
      "exclamationmark.triangle": .lines(triangle, "M12 10v5M12 17.6v.2"),
      "exclamationmark.triangle.fill": .filled(
        triangle + "M11 9.5h2V15h-2zM11 16.5h2v2h-2z"),
      "power": .lines("M12 3v8.5", "M7 6a8 8 0 1 0 10 0"),
      "bolt": .lines(bolt),
      "bolt.fill": .filled(bolt),
      "flame": .lines(flame),
      "flame.fill": .filled(flame),
      "clock": .lines(ring, "M12 7v5.3l3.5 2"),
      "calendar": .lines("M4 6h16v14.5H4zM4 10.5h16M8.5 3.5V7M15.5 3.5V7"),
      "camera": .lines(
        "M3 7.5h4.5l1.5-3h6l1.5 3H21v12H3z", "M12 9.7a3.6 3.6 0 1 0 0 7.2a3.6 3.6 0 1 0 0-7.2z"),
      "photo": .lines("M3 5h18v14H3z", "M4 17.5l5-6 3.5 4 3-3 4.5 5", "M15.5 8.7v.2"),
      "folder": .lines("M3 6h6.5l2 2.5H21v11H3z"),
      "doc": .lines("M6 3h8l4.5 4.5V21H6zM14 3v4.5h4.5"),
      "tag": .lines("M3.5 4h8l9 9-7.5 7.5-9.5-9z", "M8 8.3v.2"),
      "leaf": .lines(
        "M4 20c1-9 6-15 16-16 0 10-4 16-11 15.5C7 19.3 6 18 6 16.5", "M5 19c2-5 5-8 9-10"),
      "wifi": .lines(
        "M3 9.5a13 13 0 0 1 18 0M6.5 13a8 8 0 0 1 11 0M9.8 16.5a3.2 3.2 0 0 1 4.4 0", "M12 19.8v.2"),
      "speaker": .lines(speaker),
      "speaker.slash": .lines(speaker, "M15.5 9.5l5 5M20.5 9.5l-5 5"),
      "speaker.wave.1": .lines(speaker, "M15 9.2a4 4 0 0 1 0 5.6"),
      "speaker.wave.2": .lines(speaker, "M15 9.2a4 4 0 0 1 0 5.6M17.7 6.5a7.8 7.8 0 0 1 0 11"),
      "video": .lines("M3 7h11.5v10H3z", "M14.5 11l6.5-3.5v9L14.5 13"),
      "record.circle": .mixed(
        lines: [ring], filled: ["M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8z"]),
      "mic": .lines(
        "M12 3.5a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0v-5a3 3 0 0 0-3-3z",
        "M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3"),
      "phone": .lines(
        "M6 3.5l3.5 1 1 4-2 2c1 2.2 2.8 4 5 5l2-2 4 1 1 3.5c0 1.5-1.5 2.5-3 2.5C10.5 20 4 13.5 3.5 6.5 3.5 5 4.5 3.5 6 3.5z"
      ),
      "envelope": .lines("M3 5.5h18v13H3z", "M3.5 6.5L12 13l8.5-6.5"),
      "gear": .lines(
        "M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7z",
        "M12 2.8v2.7M12 18.5v2.7M2.8 12h2.7M18.5 12h2.7M5.5 5.5l1.9 1.9M16.6 16.6l1.9 1.9M18.5 5.5l-1.9 1.9M7.4 16.6l-1.9 1.9"
      ),
    ]
    icons["gearshape"] = icons["gear"]
    icons["leaves"] = icons["leaf"]
    icons["lightbulb"] = .lines(
      "M9 17c0-2-3-3.5-3-7.5a6 6 0 0 1 12 0c0 4-3 5.5-3 7.5z", "M10 20.5h4")
    return icons
  }()
}
