/// What a level of a topic, as people name devices, is in a key: `Küche 2.OG` is `Kueche_2_OG`.
enum KeySlug {
  /// Makes a slug of one level or several with slashes between. What is plain stays as it is.
  static func slug(_ level: String) -> String {
    NameTemplate.isPlain(level)
      ? level
      : level.split(separator: "/", omittingEmptySubsequences: false).map(part).joined(
        separator: "/")
  }

  private static func part(_ level: Substring) -> String {
    var slug = ""
    for scalar in level.unicodeScalars {
      if scalar.isASCII, NameTemplate.isPlain(String(scalar)) {
        slug.unicodeScalars.append(scalar)
      } else if let letters = latin[scalar] {
        slug += letters
      } else if scalar.value == 0x308, let last = slug.last, "AOUaou".contains(last) {
        // Combining dots above the letter before.
        slug += "e"
      } else if (0x300...0x36F).contains(scalar.value) {
        continue
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        slug += "u\(String(scalar.value, radix: 16))"
      } else if slug.last != "_" {
        slug += "_"
      }
    }
    let start = slug.drop { $0 == "_" }
    return String(start.reversed().drop { $0 == "_" }.reversed())
  }

  /// Letters of Latin scripts, each with its plain spelling.
  private static let latin: [Unicode.Scalar: String] = {
    let rows = [
      ("A", "ÀÁÂÃÅĀĂĄ"), ("a", "àáâãåāăą"), ("Ae", "ÄÆ"), ("ae", "äæ"), ("C", "ÇĆĈĊČ"),
      ("c", "çćĉċč"),
      ("D", "ÐĎĐ"), ("d", "ðďđ"), ("E", "ÈÉÊËĒĔĖĘĚ"), ("e", "èéêëēĕėęě"), ("G", "ĜĞĠĢ"),
      ("g", "ĝğġģ"),
      ("H", "ĤĦ"), ("h", "ĥħ"), ("I", "ÌÍÎÏĨĪĬĮİ"), ("i", "ìíîïĩīĭįı"), ("J", "Ĵ"), ("j", "ĵ"),
      ("K", "Ķ"), ("k", "ķ"), ("L", "ĹĻĽŁ"), ("l", "ĺļľł"), ("N", "ÑŃŅŇ"), ("n", "ñńņň"),
      ("O", "ÒÓÔÕŌŎŐ"), ("o", "òóôõōŏő"), ("Oe", "ÖØŒ"), ("oe", "öøœ"), ("R", "ŔŖŘ"), ("r", "ŕŗř"),
      ("S", "ŚŜŞŠȘ"), ("s", "śŝşšș"), ("ss", "ß"), ("T", "ŢŤŦȚ"), ("t", "ţťŧț"), ("Th", "Þ"),
      ("th", "þ"),
      ("U", "ÙÚÛŨŪŬŮŰŲ"), ("u", "ùúûũūŭůűų"), ("Ue", "Ü"), ("ue", "ü"), ("W", "Ŵ"), ("w", "ŵ"),
      ("Y", "ÝŶŸ"), ("y", "ýŷÿ"), ("Z", "ŹŻŽ"), ("z", "źżž"),
    ]
    let vietnamese = [
      ("A", "ẠẢẤẦẨẪẬẮẰẲẴẶ"), ("a", "ạảấầẩẫậắằẳẵặ"), ("E", "ẸẺẼẾỀỂỄỆ"), ("e", "ẹẻẽếềểễệ"),
      ("I", "ỈỊ"), ("i", "ỉị"), ("O", "ƠỌỎỐỒỔỖỘỚỜỞỠỢ"), ("o", "ơọỏốồổỗộớờởỡợ"),
      ("U", "ƯỤỦỨỪỬỮỰ"), ("u", "ưụủứừửữự"), ("Y", "ỲỴỶỸ"), ("y", "ỳỵỷỹ"),
    ]
    let pinyin = [
      ("A", "Ǎ"), ("a", "ǎ"), ("I", "Ǐ"), ("i", "ǐ"), ("O", "Ǒ"), ("o", "ǒ"), ("U", "Ǔ"),
      ("u", "ǔ"),
      ("Ue", "ǕǗǙǛ"), ("ue", "ǖǘǚǜ"),
    ]
    var letters: [Unicode.Scalar: String] = [:]
    for (plain, row) in rows + vietnamese + pinyin {
      for scalar in row.unicodeScalars { letters[scalar] = plain }
    }
    return letters
  }()
}
