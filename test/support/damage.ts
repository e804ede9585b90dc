import { createCipheriv } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import fc from 'fast-check'

const PAGE_BYTES = 4096

/** The files that a kind of damage reads and changes. */
export interface DamageTarget {
  /** The store's file in the folder that is damaged. */
  readonly file: string
  /** The store's file in a folder of another store, with a write-ahead log. */
  readonly other: string
  readonly seed: number
}

export interface Damage {
  readonly name: string
  /** Whether the store's owner was killed, so that there is a write-ahead log. */
  readonly isAfterCrash: boolean
  /** Whether bytes change without a trace, so that a value may differ from what was written. */
  readonly isSilent: boolean
  readonly apply: (target: DamageTarget) => void
}

interface Kind extends Omit<Damage, 'name' | 'apply'> {
  readonly count: number
  readonly apply: (target: DamageTarget) => void
}

/** Picks `count` integers below `limit`, the same ones for the same seed. */
function pick(limit: number, count: number, seed: number): readonly number[] {
  return fc.sample(fc.nat(Math.max(0, limit - 1)), { seed, numRuns: count })
}

function pickOne(limit: number, seed: number): number {
  return pick(limit, 1, seed)[0] ?? 0
}

function rewrite(file: string, change: (bytes: Buffer) => Uint8Array): void {
  writeFileSync(file, change(readFileSync(file)))
}

function cut(file: string, seed: number): void {
  rewrite(file, (bytes) => bytes.subarray(0, pickOne(bytes.length, seed)))
}

function flip(file: string, seed: number, bits: number): void {
  rewrite(file, (bytes) => {
    for (const bit of pick(bytes.length * 8, bits, seed)) {
      const at = Math.floor(bit / 8)
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (bit % 8)), at)
    }
    return bytes
  })
}

function fillPages(file: string, seed: number, fill: (page: Buffer) => void): void {
  rewrite(file, (bytes) => {
    const pages = bytes.length / PAGE_BYTES
    for (const page of pick(pages, 1 + (seed % 12), seed)) {
      fill(bytes.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES))
    }
    return bytes
  })
}

function swapPages(file: string, seed: number): void {
  rewrite(file, (bytes) => {
    const pages = bytes.length / PAGE_BYTES
    const chosen = pick(pages, 2 + 2 * (seed % 5), seed)
    for (let index = 0; index + 1 < chosen.length; index += 2) {
      swap(bytes, chosen[index] ?? 0, chosen[index + 1] ?? 0)
    }
    return bytes
  })
}

function swap(bytes: Buffer, one: number, other: number): void {
  const first = Buffer.from(bytes.subarray(one * PAGE_BYTES, (one + 1) * PAGE_BYTES))
  bytes.copyWithin(one * PAGE_BYTES, other * PAGE_BYTES, (other + 1) * PAGE_BYTES)
  first.copy(bytes, other * PAGE_BYTES)
}

function fillWithNoise(page: Buffer): void {
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16, page[0]), Buffer.alloc(16))
  noise.update(Buffer.alloc(page.length)).copy(page)
}

function copyLog({ file, other }: DamageTarget): void {
  writeFileSync(`${file}-wal`, readFileSync(`${other}-wal`))
}

const foreignFiles: readonly ((file: string) => void)[] = [
  (file) => writeFileSync(file, ''),
  (file) => writeFileSync(file, 'a novel in verse'),
  (file) => writeFileSync(file, 'This is a letter, not a database. '.repeat(4_000)),
  (file) => writeFileSync(file, Buffer.alloc(40 * PAGE_BYTES)),
  (file) => rewrite(file, encrypt),
  writeOtherDatabase,
  (file) => {
    rmSync(file)
    mkdirSync(file)
  },
]

function encrypt(bytes: Buffer): Uint8Array {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16, 7), Buffer.alloc(16)).update(bytes)
}

function writeOtherDatabase(file: string): void {
  rmSync(file)
  using opened = new DisposableStack()
  const db = opened.adopt(new Database(file), (one) => one.close())
  db.exec(`CREATE TABLE theirs (id INTEGER); INSERT INTO theirs VALUES (1)`)
}

const closed = { isAfterCrash: false, isSilent: false } as const
const crashed = { isAfterCrash: true, isSilent: false } as const

const kinds: Readonly<Record<string, Kind>> = {
  cut: { ...closed, count: 70, apply: ({ file, seed }) => cut(file, seed) },
  'one-bit': {
    ...closed,
    isSilent: true,
    count: 40,
    apply: ({ file, seed }) => flip(file, seed, 1),
  },
  'fifty-bits': {
    ...closed,
    isSilent: true,
    count: 40,
    apply: ({ file, seed }) => flip(file, seed, 50),
  },
  'five-hundred-bits': {
    ...closed,
    isSilent: true,
    count: 40,
    apply: ({ file, seed }) => flip(file, seed, 500),
  },
  'zeroed-pages': {
    ...closed,
    count: 70,
    apply: ({ file, seed }) => fillPages(file, seed, (page) => page.fill(0)),
  },
  'noisy-pages': {
    ...closed,
    count: 40,
    apply: ({ file, seed }) => fillPages(file, seed, fillWithNoise),
  },
  'swapped-pages': { ...closed, count: 60, apply: ({ file, seed }) => swapPages(file, seed) },
  'first-page': {
    ...closed,
    count: 10,
    apply: ({ file, seed }) =>
      rewrite(file, (bytes) => bytes.fill(0x5a, pickOne(PAGE_BYTES, seed), PAGE_BYTES)),
  },
  'foreign-file': {
    ...closed,
    count: foreignFiles.length,
    apply: ({ file, seed }) => foreignFiles[seed % foreignFiles.length]?.(file),
  },
  'foreign-log': { ...closed, count: 10, apply: copyLog },
  'cut-after-crash': { ...crashed, count: 20, apply: ({ file, seed }) => cut(file, seed) },
  'zeroed-pages-after-crash': {
    ...crashed,
    count: 20,
    apply: ({ file, seed }) => fillPages(file, seed, (page) => page.fill(0)),
  },
  'missing-log': { ...crashed, count: 5, apply: ({ file }) => rmSync(`${file}-wal`) },
  'foreign-log-after-crash': { ...crashed, count: 5, apply: copyLog },
  'cut-log': { ...crashed, count: 30, apply: ({ file, seed }) => cut(`${file}-wal`, seed) },
  'bits-in-log': { ...crashed, count: 30, apply: ({ file, seed }) => flip(`${file}-wal`, seed, 5) },
  'log-without-store': { ...crashed, count: 3, apply: ({ file }) => rmSync(file) },
}

/** Every damage of the corpus. Its kind and number determine the damage. */
export const damages: readonly Damage[] = Object.entries(kinds).flatMap(
  ([kind, { count, ...rest }]) =>
    Array.from({ length: count }, (_, index) => ({
      ...rest,
      name: `${kind}-${index + 1}`,
      apply: (target: Omit<DamageTarget, 'seed'>) => rest.apply({ ...target, seed: index }),
    })),
)

/** Whether page `number`, counted from 1, is the same in both files. */
export function hasSamePage(one: Buffer, other: Buffer, number: number): boolean {
  const [start, end] = [(number - 1) * PAGE_BYTES, number * PAGE_BYTES]
  return end <= other.length && one.subarray(start, end).equals(other.subarray(start, end))
}

/** Returns a file's content; empty if it can't be read. */
export function readIfFile(file: string): Buffer {
  try {
    return existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  } catch {
    return Buffer.alloc(0)
  }
}
