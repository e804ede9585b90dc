import { PAGE_BYTES } from '../read-head.ts'
import type { Pages } from './pages.ts'
import { decodeRecord, readVarint, type SqlValue } from './record.ts'

/** A row of a table, or an entry of an index; a table `WITHOUT ROWID` is stored as an index. */
export interface StoredRow {
  /** Absent in an index. */
  readonly rowId?: number
  readonly values: readonly SqlValue[]
}

export type PageType = 'table-leaf' | 'table-interior' | 'index-leaf' | 'index-interior'

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
