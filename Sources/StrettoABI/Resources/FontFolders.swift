import StrettoGeometry
import StrettoText

// Fonts that are installed on the machine. Every search reads the folders again, because nothing is cached.

enum FontFolders {
  /// Limits of a font search: the number of files, and the depth of nested folders.
  private static let fileLimit = 65_536
  private static let depthLimit = 16
  private static let endings = [".ttf", ".otf", ".ttc", ".otc"]

  /// Default font folders of Linux, with the user's folders before the system's folders.
  static var usual: [String] {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let own = home.isEmpty ? [] : [home + "/.local/share/fonts", home + "/.fonts"]
    return own + ["/usr/local/share/fonts", "/usr/share/fonts"]
  }

  /// Font files below the given folders, in the order of the folders and then sorted by path. A folder that several links lead to
  /// is searched once.
  static func files(in folders: [String]) -> [String] {
    folders.flatMap { folder in
      var (found, seen): ([String], Set<Inode>) = ([], [])
      collect(folder, depth: 0, into: &found, &seen)
      return found.sorted()
    }
  }

  /// Identity of a folder, whatever links lead to the folder.
  private struct Inode: Hashable {
    let device: dev_t
    let number: ino_t
  }

  private static func collect(
    _ folder: String, depth: Int, into found: inout [String], _ seen: inout Set<Inode>
  ) {
    guard depth < depthLimit, let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    var own = stat()
    guard fstat(dirfd(directory), &own) == 0,
      seen.insert(Inode(device: own.st_dev, number: own.st_ino)).inserted
    else { return }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    // Names are sorted, so that the path of a folder with several names does not depend on the file system.
    for name in names.sorted() where !name.hasPrefix(".") && found.count < fileLimit {
      let path = folder + "/" + name
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        collect(path, depth: depth + 1, into: &found, &seen)
      } else if status.st_mode & S_IFMT == S_IFREG,
        endings.contains(where: name.lowercased().hasSuffix)
      {
        found.append(path)
      }
    }
  }

  /// Font of a family with the nearest weight and slant, or nil if the folders do not contain the family.
  static func find(
    _ family: String, weight: Double, isItalic: Bool, in folders: [String]
  ) throws -> Font? {
    let wanted = family.lowercased()
    var best: (path: String, font: FontDescription, distance: Double)?
    for path in files(in: folders) {
      guard let data = try? fontData(path) else { continue }
      for font in FontDescription.all(in: data)
      where font.families.contains(where: { $0.lowercased() == wanted }) {
        let distance = font.distance(from: weight) + (font.isItalic == isItalic ? 0 : 1e6)
        if distance < best?.distance ?? .infinity { best = (path, font, distance) }
      }
    }
    return try best.map {
      try openFont($0.path, index: $0.font.index)
        .withVariations([FontVariation(axis: fontTag("wght"), value: weight)])
    }
  }

  static func covering(_ characters: [UInt32], in folders: [String]) -> [Font] {
    files(in: folders).flatMap { path in
      guard let data = try? fontData(path) else { return [Font]() }
      return FontDescription.all(in: data).compactMap { try? Font(data, index: $0.index) }
        .filter { $0.covers(characters) }
    }
  }
}

private func fontData(_ path: String) throws -> FontData {
  // The size of a regular file is known, so that the bytes can be read directly into their final buffer.
  var status = stat()
  guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
    (1...FontData.limit).contains(Int(status.st_size)), let file = fopen(path, "rb")
  else {
    return try readFile(path, limit: FontData.limit).withUnsafeBytes {
      FontData(copying: $0, path: path)
    }
  }
  defer { fclose(file) }
  let data = FontData(capacity: Int(status.st_size), path: path) {
    fread($0.baseAddress, 1, $0.count, file)
  }
  try require(ferror(file) == 0, .load("\(path) cannot be read: \(systemError)"))
  return data
}

func openFont(_ path: String, index: Int) throws -> Font {
  try makeFont(try fontData(path), index: index, from: path)
}

/// Opens a font from bytes. The argument `source` is the name of the file in error messages.
func makeFont(_ data: FontData, index: Int, from source: String) throws -> Font {
  do throws(FontError) {
    return try Font(data, index: index)
  } catch {
    throw ABIError(font: error, source, index)
  }
}

extension ABIError {
  fileprivate init(font error: FontError, _ source: String, _ index: Int) {
    switch error {
    case .noSuchFont(let count):
      self = .invalid(
        "\(source) has \(count == 1 ? "one font" : "\(count) fonts"): index \(index) was given; "
          + "0 to \(count - 1) is allowed")
    case .tooLarge(let count):
      self = .limit("\(source) has \(count) bytes; a font has at most \(FontData.limit)")
    case .notAFont: self = .load("\(source) is not a TrueType or OpenType font")
    case .compressed:
      self = .load(
        "\(source) is a WOFF font, compressed for the web; it can be unpacked with fontTools: "
          + "fonttools ttLib.woff2 decompress, or TTFont(file).flavor = None and save")
    case .missingTable(let name):
      self = .load("\(source) is not a complete font: its table \"\(name)\" is missing or broken")
    case .noGlyphs: self = .load("\(source) has neither outlines nor pictures")
    }
  }
}

// MARK: - The emoji font

private let emojiPathLock = ReadWriteLock()
private nonisolated(unsafe) var emojiPath = ""

func setEmojiPath(_ path: String) { emojiPathLock.writing { emojiPath = path } }

/// Registers the search for the emoji font with the text module.
let emojiFinder: Void = {
  EmojiFont.find = {
    let given = emojiPathLock.writing { emojiPath }
    if !given.isEmpty, let font = try? openFont(given, index: 0) { return font }
    let name = "/NotoColorEmoji.ttf"
    // The path of Debian's package of Noto Color Emoji is tried first, before all font folders are walked.
    let usual = "/usr/share/fonts/truetype/noto" + name
    if let font = try? openFont(usual, index: 0) { return font }
    return FontFolders.files(in: FontFolders.usual).first { $0.hasSuffix(name) }
      .flatMap { try? openFont($0, index: 0) }
  }
}()
