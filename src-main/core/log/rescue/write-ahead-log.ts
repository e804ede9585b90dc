import { fstatSync, readSync } from 'node:fs'
import { PAGE_BYTES } from '../read-head.ts'

/** The pages of a write-ahead log whose checksums are valid. */
export interface WriteAheadLog {
  readonly fd: number
  /** Offset of the latest committed copy of a page, by page number. */
  readonly offsets: ReadonlyMap<number, number>
  readonly lastPage: number
  /** Whether committed frames follow a damaged one. SQLite would ignore them. */
  readonly isDamaged: boolean
}

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES
/** The format's two magic numbers. The second means checksums over big-endian words. */
const MAGIC = 0x377f0682
const BIG_ENDIAN_MAGIC = 0x377f0683

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
