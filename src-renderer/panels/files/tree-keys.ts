import { type FileRow, parentRow } from './file-rows.ts'

/** What a key does in the tree of files. */
export type TreeAct =
  | { readonly type: 'move'; readonly index: number }
  | { readonly type: 'fold'; readonly path: string; readonly isOpen: boolean }
  | { readonly type: 'open' }

/** Up and down move; right opens a folder or enters it; left closes it or leaves it; Enter opens. */
export function actOnKey(
  key: string,
  rows: readonly FileRow[],
  active: number,
): TreeAct | undefined {
  const row = rows[active]
  switch (key) {
    case 'ArrowDown':
      return moveTo(rows, active, 1)
    case 'ArrowUp':
      return moveTo(rows, active, -1)
    case 'Home':
      return moveTo(rows, -1, 1)
    case 'End':
      return moveTo(rows, rows.length, -1)
    case 'Enter':
    case ' ':
      return { type: 'open' }
    case 'ArrowRight':
      if (row?.type !== 'folder') return undefined
      return row.isOpen ? moveTo(rows, active, 1) : { type: 'fold', path: row.path, isOpen: true }
    case 'ArrowLeft':
      if (row?.type === 'folder' && row.isOpen)
        return { type: 'fold', path: row.path, isOpen: false }
      return { type: 'move', index: parentRow(rows, active) }
    default:
      return undefined
  }
}

/** Headings are passed over. */
function moveTo(rows: readonly FileRow[], from: number, by: 1 | -1): TreeAct {
  let index = from + by
  while (rows[index]?.type === 'heading') index += by
  return { type: 'move', index: rows[index] ? index : Math.max(0, from) }
}
