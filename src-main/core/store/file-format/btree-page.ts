import { PAGE_BYTES, type Pages } from './pages.ts'
import { decodeRecord, readVarint, type SqlValue } from './record.ts'

/** A row of a table, or an entry of an index; a table `WITHOUT ROWID` is stored as an index. */
export interface StoredRow {
  /** Absent in an index. */
  readonly rowId?: number
  readonly values: readonly SqlValue[]
}

type PageType = 'table-leaf' | 'table-interior' | 'index-leaf' | 'index-interior'

const PAGE_TYPES: ReadonlyMap<number, PageType> = new Map([
  [0x0d, 'table-leaf'],
  [0x05, 'table-interior'],
  [0x0a, 'index-leaf'],
  [0x02, 'index-interior'],
])

/** Size of the file header, which precedes the b-tree on the first page. */
const FILE_HEADER_BYTES = 100
/** Larger rows aren't rescued, to bound memory. */
const MAX_ROW_BYTES = 128 * 1024 * 1024

/** A b-tree page. Format: https://www.sqlite.org/fileformat.html#b_tree_pages */
export class BtreePage {
  readonly type: PageType
  readonly #page: Buffer
  readonly #start: number

  private constructor(type: PageType, page: Buffer, start: number) {
    this.type = type
    this.#page = page
    this.#start = start
  }

  /** Returns `undefined` for a page that isn't part of a b-tree. */
  static parse(page: Buffer, number: number): BtreePage | undefined {
    const start = number === 1 ? FILE_HEADER_BYTES : 0
    const type = PAGE_TYPES.get(page[start] ?? 0)
    return type && new BtreePage(type, page, start)
  }

  get isInterior(): boolean {
    return this.type === 'table-interior' || this.type === 'index-interior'
  }

  /** Returns the page numbers of an interior page's children. */
  children(): readonly number[] {
    if (!this.isInterior) return []
    const left = this.#cells().map((at) => this.#page.readUInt32BE(at))
    return [...left, this.#page.readUInt32BE(this.#start + 8)]
  }

  /** Yields this page's rows, skipping those that are incomplete here or on their overflow pages. */
  *rows(pages: Pages): Generator<StoredRow> {
    if (this.type === 'table-interior') return
    for (const at of this.#cells()) {
      const row = this.#readRow(at, pages)
      if (row) yield row
    }
  }

  /** Returns the cell offsets that lie within this page. */
  #cells(): readonly number[] {
    const first = this.#start + (this.isInterior ? 12 : 8)
    const count = Math.min(
      this.#page.readUInt16BE(this.#start + 3),
      Math.floor((PAGE_BYTES - first) / 2),
    )
    const offsets = Array.from({ length: count }, (_, index) =>
      this.#page.readUInt16BE(first + 2 * index),
    )
    return offsets.filter((at) => at >= first && at <= PAGE_BYTES - 4)
  }

  #readRow(at: number, pages: Pages): StoredRow | undefined {
    const isTable = this.type === 'table-leaf'
    const size = readVarint(this.#page, this.isInterior ? at + 4 : at)
    const rowId = size && isTable ? readVarint(this.#page, size.end) : undefined
    if (!size || (isTable && !rowId)) return undefined
    const start = rowId?.end ?? size.end
    const payload = readPayload(pages, { page: this.#page, start, bytes: size.value, isTable })
    const values = payload && decodeRecord(payload)
    return values && { values, ...(rowId && { rowId: rowId.value }) }
  }
}

interface PayloadLocation {
  readonly page: Buffer
  readonly start: number
  readonly bytes: number
  readonly isTable: boolean
}

function readPayload(
  pages: Pages,
  { page, start, bytes, isTable }: PayloadLocation,
): Buffer | undefined {
  if (bytes > MAX_ROW_BYTES || bytes > pages.count * PAGE_BYTES) return undefined
  const local = localBytes(bytes, isTable)
  if (start + local > page.length) return undefined
  const head = page.subarray(start, start + local)
  if (local === bytes) return head
  if (start + local + 4 > page.length) return undefined
  const rest = readOverflow(pages, page.readUInt32BE(start + local), bytes - local)
  return rest && Buffer.concat([head, ...rest])
}

/** Returns how many bytes of a payload are on the page itself; the rest is on overflow pages. */
function localBytes(bytes: number, isTable: boolean): number {
  const max = isTable ? PAGE_BYTES - 35 : Math.floor(((PAGE_BYTES - 12) * 64) / 255) - 23
  if (bytes <= max) return bytes
  const min = Math.floor(((PAGE_BYTES - 12) * 32) / 255) - 23
  const fillingLastPage = min + ((bytes - min) % (PAGE_BYTES - 4))
  return fillingLastPage <= max ? fillingLastPage : min
}

/** Returns `undefined` for a damaged chain: one with fewer or more pages than the payload needs. */
function readOverflow(pages: Pages, first: number, bytes: number): readonly Buffer[] | undefined {
  const parts: Buffer[] = []
  let next = first
  for (let left = bytes; left > 0; left -= PAGE_BYTES - 4) {
    const page = next === 0 ? undefined : pages.read(next)
    if (!page) return undefined
    parts.push(page.subarray(4, 4 + Math.min(left, PAGE_BYTES - 4)))
    next = page.readUInt32BE(0)
  }
  return next === 0 ? parts : undefined
}

/** No store has a deeper b-tree; a longer chain of parents is a cycle. */
const MAX_DEPTH = 20
const ENTRY_BYTES = 5
const PAGES_PER_MAP = Math.floor(PAGE_BYTES / ENTRY_BYTES)
/** Page types in the pointer map, which every store has because it vacuums incrementally. */
const FREE = 2
const BTREE = 5

/**
 * Maps pages to the tables and indexes that they belong to: by walking down from the root pages, and by
 * walking up the pointer map where a page in between is damaged.
 */
export class PageOwners {
  readonly #pages: Pages
  readonly #roots: ReadonlyMap<number, string>
  readonly #owners = new Map<number, string>()
  readonly #free = new Set<number>()

  /** `fallback`: root pages of a new store, used if the schema can't be read. */
  constructor(pages: Pages, fallback: ReadonlyMap<string, number>) {
    this.#pages = pages
    const roots = new Map([...fallback, ...readRoots(pages)])
    this.#roots = new Map([...roots].map(([name, page]) => [page, name]))
    for (const [page, name] of this.#roots) this.#assignTree(page, name)
    this.#collectFree()
  }

  /** Returns the name of the page's table or index; `undefined` if no readable page links to it. */
  ownerOf(page: number): string | undefined {
    for (let [at, depth] = [page, 0]; depth < MAX_DEPTH; depth += 1) {
      const owner = this.#owners.get(at)
      if (owner !== undefined) return owner
      const entry = this.#mapEntry(at)
      if (entry?.type !== BTREE) return undefined
      at = entry.parent
    }
    return undefined
  }

  /** Whether a page is unused. It may still contain deleted rows. */
  isFree(page: number): boolean {
    if (this.#owners.has(page)) return false
    const type = this.#mapEntry(page)?.type
    return type === FREE || (type !== BTREE && this.#free.has(page))
  }

  #assignTree(root: number, name: string): void {
    const pending = [root]
    for (let page = pending.pop(); page !== undefined; page = pending.pop()) {
      if (this.#owners.has(page)) continue
      const content = this.#pages.read(page)
      const btree = content && BtreePage.parse(content, page)
      if (!btree) continue
      this.#owners.set(page, name)
      pending.push(...btree.children())
    }
  }

  #collectFree(): void {
    const header = this.#pages.read(1)
    for (let trunk = header?.readUInt32BE(32) ?? 0; trunk > 0 && !this.#free.has(trunk); ) {
      this.#free.add(trunk)
      const page = this.#pages.read(trunk)
      const count = Math.min(page?.readUInt32BE(4) ?? 0, PAGE_BYTES / 4 - 2)
      for (let index = 0; index < count; index += 1) {
        this.#free.add(page?.readUInt32BE(8 + 4 * index) ?? 0)
      }
      trunk = page?.readUInt32BE(0) ?? 0
    }
  }

  #mapEntry(page: number) {
    if (page < 3) return undefined
    const map = 2 + Math.floor((page - 2) / (PAGES_PER_MAP + 1)) * (PAGES_PER_MAP + 1)
    const at = (page - map - 1) * ENTRY_BYTES
    const content = at < 0 ? undefined : this.#pages.read(map)
    const type = content?.[at]
    return content && type !== undefined
      ? { type, parent: content.readUInt32BE(at + 1) }
      : undefined
  }
}

/** Reads the root pages by name from the readable part of the schema. */
function readRoots(pages: Pages): ReadonlyMap<string, number> {
  const roots = new Map([['sqlite_schema', 1]])
  const pending = [1]
  const seen = new Set<number>()
  for (let page = pending.pop(); page !== undefined; page = pending.pop()) {
    const content = seen.has(page) ? undefined : pages.read(page)
    seen.add(page)
    const btree = content && BtreePage.parse(content, page)
    pending.push(...(btree?.children() ?? []))
    for (const { values } of btree?.rows(pages) ?? []) {
      const [type, name, , root] = values
      const isStored = type === 'table' || type === 'index'
      if (isStored && typeof name === 'string' && typeof root === 'number') roots.set(name, root)
    }
  }
  return roots
}
