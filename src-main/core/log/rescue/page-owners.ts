import { BtreePage } from './btree-page.ts'
import { PAGE_BYTES, type Pages } from './pages.ts'

/** The largest depth of a b-tree that a store can have; a longer chain of parents is a cycle. */
const DEEPEST = 20
const ENTRY_BYTES = 5
const PAGES_PER_MAP = Math.floor(PAGE_BYTES / ENTRY_BYTES)
/** Kinds of pages in the pointer map, which a store has because it vacuums incrementally. */
const FREE = 2
const BTREE = 5

/**
 * Tells which table or index a page belongs to: by going down from the root pages, and up through the
 * pointer map where the page between is damaged.
 */
export class PageOwners {
  readonly #pages: Pages
  readonly #roots: ReadonlyMap<number, string>
  readonly #owners = new Map<number, string>()
  readonly #free = new Set<number>()

  /** `fallback` has the root pages of a new store, for when the schema can't be read. */
  constructor(pages: Pages, fallback: ReadonlyMap<string, number>) {
    this.#pages = pages
    const roots = new Map([...fallback, ...readRoots(pages)])
    this.#roots = new Map([...roots].map(([name, page]) => [page, name]))
    for (const [page, name] of this.#roots) this.#goDown(page, name)
    this.#collectFree()
  }

  /** The name of the table or index; `undefined` if nothing readable says so. */
  ownerOf(page: number): string | undefined {
    for (let [at, depth] = [page, 0]; depth < DEEPEST; depth += 1) {
      const owner = this.#owners.get(at)
      if (owner !== undefined) return owner
      const entry = this.#mapEntry(at)
      if (entry?.type !== BTREE) return undefined
      at = entry.parent
    }
    return undefined
  }

  /** Whether a page holds nothing, or only what was deleted. */
  isFree(page: number): boolean {
    if (this.#owners.has(page)) return false
    const type = this.#mapEntry(page)?.type
    return type === FREE || (type !== BTREE && this.#free.has(page))
  }

  #goDown(root: number, name: string): void {
    const waiting = [root]
    for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
      if (this.#owners.has(page)) continue
      const content = this.#pages.read(page)
      const btree = content && BtreePage.parse(content, page)
      if (!btree) continue
      this.#owners.set(page, name)
      waiting.push(...btree.children())
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

/** Root pages by name, as far as the schema can be read. */
function readRoots(pages: Pages): ReadonlyMap<string, number> {
  const roots = new Map([['sqlite_schema', 1]])
  const waiting = [1]
  const seen = new Set<number>()
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    const content = seen.has(page) ? undefined : pages.read(page)
    seen.add(page)
    const btree = content && BtreePage.parse(content, page)
    waiting.push(...(btree?.children() ?? []))
    for (const { values } of btree?.rows(pages) ?? []) {
      const [type, name, , root] = values
      const isStored = type === 'table' || type === 'index'
      if (isStored && typeof name === 'string' && typeof root === 'number') roots.set(name, root)
    }
  }
  return roots
}
