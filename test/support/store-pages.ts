import type Database from 'better-sqlite3'

interface PageRow {
  readonly path: string
  readonly pageno: number
  readonly pagetype: string
  readonly ncell: number
}

/**
 * Says which pages of a sound database each row of a table lies on, by SQLite's own statistics of its
 * pages: first the leaf, then the overflow pages of the row. Rows are in the order of their ids.
 */
export function readRowPages(db: Database.Database, table: string): readonly (readonly number[])[] {
  const pages = db.prepare<[string], PageRow>(
    'SELECT path, pageno, pagetype, ncell FROM dbstat WHERE name = ? ORDER BY path',
  )
  const all = pages.all(table)
  const overflow = Map.groupBy(
    all.filter(({ pagetype }) => pagetype === 'overflow'),
    ({ path }) => path.slice(0, path.indexOf('+')),
  )
  return all
    .filter(({ pagetype }) => pagetype === 'leaf')
    .flatMap(({ path, pageno, ncell }) =>
      Array.from({ length: ncell }, (_, cell) => {
        const chain = overflow.get(`${path}${cell.toString(16).padStart(3, '0')}`) ?? []
        return [pageno, ...chain.map((page) => page.pageno)]
      }),
    )
}
