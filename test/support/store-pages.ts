import type Database from 'better-sqlite3'

interface PageRow {
  readonly path: string
  readonly pageno: number
  readonly pagetype: string
  readonly ncell: number
}

/**
 * Returns the pages that each row of a table is stored on, from SQLite's page statistics: first the leaf,
 * then the row's overflow pages. Rows are ordered by id.
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
