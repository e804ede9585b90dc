import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'

/** The page size of every store, whatever a damaged header says. */
export const PAGE_BYTES = 4096

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES
/** The format's two magic numbers. The second means checksums over big-endian words. */
const MAGIC = 0x377f0682
const BIG_ENDIAN_MAGIC = 0x377f0683

interface PagesOptions {
  /** Whether pages in the write-ahead log replace those of the file. */
  readonly withLog: boolean
}

/**
 * Reads the pages of a database file one at a time, without SQLite, which refuses to open many damaged
 * files. A truncated page counts as missing.
 */
export class Pages implements Disposable {
  readonly count: number
  readonly #fd: number
  readonly #fileCount: number
  readonly #log: WriteAheadLog | undefined
  readonly #owned: DisposableStack

  constructor(file: string, { withLog }: PagesOptions) {
    using opening = new DisposableStack()
    this.#fd = opening.adopt(openSync(file, 'r'), closeSync)
    const walFile = `${file}-wal`
    if (withLog && existsSync(walFile)) {
      const fd = opening.adopt(openSync(walFile, 'r'), closeSync)
      this.#log = readWriteAheadLog(fd)
    }
    this.#fileCount = Math.floor(fstatSync(this.#fd).size / PAGE_BYTES)
    this.count = Math.max(this.#fileCount, this.#log?.lastPage ?? 0)
    this.#owned = opening.move()
  }

  get hasLog(): boolean {
    return this.#log !== undefined
  }

  /** Whether the write-ahead log replaces a page. */
  isLogged(number: number): boolean {
    return this.#log?.offsets.has(number) ?? false
  }

  /** Returns page `number`, counted from 1; `undefined` if the file has no such page. */
  read(number: number): Buffer | undefined {
    const logged = this.#log?.offsets.get(number)
    if (this.#log && logged !== undefined) return readPage(this.#log.fd, logged)
    if (!Number.isInteger(number) || number < 1 || number > this.#fileCount) return undefined
    return readPage(this.#fd, (number - 1) * PAGE_BYTES)
  }

  [Symbol.dispose](): void {
    this.#owned[Symbol.dispose]()
  }
}

function readPage(fd: number, offset: number): Buffer | undefined {
  const page = Buffer.allocUnsafe(PAGE_BYTES)
  return readSync(fd, page, 0, PAGE_BYTES, offset) === PAGE_BYTES ? page : undefined
}

/** Reads the first bytes of a file: fewer than `bytes` if the file is shorter. */
export function readHead(file: string, bytes: number): Buffer {
  const fd = openSync(file, 'r')
  try {
    const head = Buffer.alloc(bytes)
    return head.subarray(0, readSync(fd, head, 0, bytes, 0))
  } finally {
    closeSync(fd)
  }
}

/** The pages of a write-ahead log whose checksums are valid. */
interface WriteAheadLog {
  readonly fd: number
  /** Offset of the latest committed copy of a page, by page number. */
  readonly offsets: ReadonlyMap<number, number>
  readonly lastPage: number
  /** Whether committed frames follow a damaged one. SQLite would ignore them. */
  readonly isDamaged: boolean
}

type Checksum = readonly [number, number]

/**
 * Reads the index of a write-ahead log (https://www.sqlite.org/walformat.html). A frame's checksum
 * starts from the previous frame's, so frames after a damaged one, or after a damaged header, can still
 * be verified. Returns `undefined` for a file without frames.
 */
export function readWriteAheadLog(fd: number): WriteAheadLog | undefined {
  const header = readAt(fd, 0, HEADER_BYTES)
  const firstFrame = readAt(fd, HEADER_BYTES, FRAME_HEADER_BYTES)
  if (!header || !firstFrame) return undefined
  const isBigEndian = header.readUInt32BE(0) === BIG_ENDIAN_MAGIC
  const seed = checksum(header.subarray(0, 24), [0, 0], isBigEndian)
  const isHeaderIntact =
    [MAGIC, BIG_ENDIAN_MAGIC].includes(header.readUInt32BE(0)) &&
    header.readUInt32BE(8) === PAGE_BYTES &&
    isEqual(seed, checksumAt(header, 24))
  const salts = isHeaderIntact ? header.subarray(16, 24) : firstFrame.subarray(8, 16)
  return indexFrames({ fd, salts, seed, isBigEndian, isHeaderIntact })
}

interface FrameSource {
  readonly fd: number
  readonly salts: Buffer
  readonly seed: Checksum
  readonly isBigEndian: boolean
  readonly isHeaderIntact: boolean
}

function indexFrames(source: FrameSource): WriteAheadLog {
  const { fd } = source
  const offsets = new Map<number, number>()
  const uncommitted = new Map<number, number>()
  let [lastPage, seed] = [0, source.seed]
  let [hasDamage, isDamaged] = [!source.isHeaderIntact, false]
  const { size } = fstatSync(fd)
  for (let at = HEADER_BYTES; at + FRAME_BYTES <= size; at += FRAME_BYTES) {
    const frame = readAt(fd, at, FRAME_BYTES)
    if (!frame) break
    // A frame with other salts is damaged, or left over from before the log was reused.
    const isCurrent = frame.subarray(8, 16).equals(source.salts)
    const isValid = isCurrent && isIntact(frame, seed, source.isBigEndian)
    seed = checksumAt(frame, 16)
    if (!isValid) {
      hasDamage = true
      uncommitted.clear()
      continue
    }
    uncommitted.set(frame.readUInt32BE(0), at + FRAME_HEADER_BYTES)
    const pagesAfterCommit = frame.readUInt32BE(4)
    if (pagesAfterCommit === 0) continue
    for (const [page, offset] of uncommitted) offsets.set(page, offset)
    uncommitted.clear()
    lastPage = pagesAfterCommit
    isDamaged = hasDamage
  }
  return { fd, offsets, lastPage, isDamaged }
}

function isIntact(frame: Buffer, seed: Checksum, isBigEndian: boolean): boolean {
  const afterHeader = checksum(frame.subarray(0, 8), seed, isBigEndian)
  const whole = checksum(frame.subarray(FRAME_HEADER_BYTES), afterHeader, isBigEndian)
  return isEqual(whole, checksumAt(frame, 16))
}

function checksum(bytes: Buffer, [first, second]: Checksum, isBigEndian: boolean): Checksum {
  const wordAt = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
  let [s0, s1] = [first, second]
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    s0 = (s0 + wordAt(at) + s1) >>> 0
    s1 = (s1 + wordAt(at + 4) + s0) >>> 0
  }
  return [s0, s1]
}

function checksumAt(bytes: Buffer, at: number): Checksum {
  return [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
}

function isEqual(one: Checksum, other: Checksum): boolean {
  return one[0] === other[0] && one[1] === other[1]
}

function readAt(fd: number, offset: number, bytes: number): Buffer | undefined {
  const buffer = Buffer.allocUnsafe(bytes)
  return readSync(fd, buffer, 0, bytes, offset) === bytes ? buffer : undefined
}
