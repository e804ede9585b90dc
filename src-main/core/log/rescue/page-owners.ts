import { PAGE_BYTES } from '../read-head.ts'
import { BtreePage } from './btree-page.ts'
import type { Pages } from './pages.ts'

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
