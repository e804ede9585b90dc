import type { ProjectFile } from '../../session/file-tree.ts'

export type FileRow =
  | { readonly type: 'heading'; readonly path: string; readonly name: string; readonly depth: 0 }
  | {
      readonly type: 'folder'
      readonly path: string
      readonly name: string
      readonly depth: number
      readonly isOpen: boolean
    }
  | { readonly type: 'file'; readonly path: string; readonly name: string; readonly depth: number }

const WORKSPACE = '/workspace'
/** Documents that stay with the project, and what they are called. */
const DOCUMENTS = [
  { path: '/docs', name: 'Documents' },
  { path: '/memories', name: 'Memories' },
] as const
/** A project with fewer files than this is shown opened. */
const SMALL = 60

interface OpenFolders {
  /** What the person opened and closed. */
  readonly chosen: ReadonlyMap<string, boolean>
  /** Files whose folders are open unless the person closed them. */
  readonly revealed: readonly string[]
  readonly fileCount: number
}

/** Some of the files, sorted by path: those below a folder follow one another. */
interface Stretch {
  readonly files: readonly ProjectFile[]
  readonly start: number
  readonly end: number
}

interface Folder extends Stretch {
  readonly path: string
  readonly name: string
}

/**
 * The rows that can be seen, of files sorted by path: the project, then the documents, each kind
 * under a heading. What is in a closed folder is passed over, however much it is.
 */
export function listFileRows(files: readonly ProjectFile[], open: OpenFolders): FileRow[] {
  const revealed = foldersOf(open.revealed)
  const isOpen = ({ path, name }: Folder) =>
    open.chosen.get(path) ??
    (revealed.has(path) || (open.fileCount < SMALL && !name.startsWith('.')))
  const rows: FileRow[] = []
  const roots = new Map(divide({ files, start: 0, end: files.length }, '/').folders.map(toEntry))
  const project = roots.get(WORKSPACE)
  if (project) addInside(rows, project, { depth: 0, isOpen })
  for (const { path, name } of DOCUMENTS) {
    const documents = roots.get(path)
    if (!documents) continue
    rows.push({ type: 'heading', path, name, depth: 0 })
    addInside(rows, documents, { depth: 0, isOpen })
  }
  return rows
}

function toEntry(folder: Folder): readonly [string, Folder] {
  return [folder.path, folder]
}

interface Inside {
  readonly depth: number
  readonly isOpen: (folder: Folder) => boolean
}

function addInside(rows: FileRow[], folder: Folder, { depth, isOpen }: Inside): void {
  const { folders, paths } = divide(folder, `${folder.path}/`)
  for (const child of folders.sort(byName)) {
    const { path, name } = child
    const isChildOpen = isOpen(child)
    rows.push({ type: 'folder', path, name, depth, isOpen: isChildOpen })
    if (isChildOpen) addInside(rows, child, { depth: depth + 1, isOpen })
  }
  for (const path of paths) {
    rows.push({ type: 'file', path, name: path.slice(folder.path.length + 1), depth })
  }
}

/** What lies right below `prefix`, which all the files begin with. */
function divide({ files, start, end }: Stretch, prefix: string) {
  const folders: Folder[] = []
  const paths: string[] = []
  for (let index = start; index < end; ) {
    const path = files[index]?.path ?? ''
    const slash = path.indexOf('/', prefix.length)
    const next =
      slash < 0 ? index + 1 : endOf({ files, start: index, end }, path.slice(0, slash + 1))
    if (slash < 0) paths.push(path)
    else {
      const own = { path: path.slice(0, slash), name: path.slice(prefix.length, slash) }
      folders.push({ ...own, files, start: index, end: next })
    }
    index = next
  }
  return { folders, paths }
}

/** Behind the last file that begins with `prefix`, as the first one does. */
function endOf({ files, start, end }: Stretch, prefix: string): number {
  let [inside, outside] = [start, end]
  while (outside - inside > 1) {
    const middle = (inside + outside) >> 1
    if (files[middle]?.path.startsWith(prefix)) inside = middle
    else outside = middle
  }
  return outside
}

function byName(a: Folder, b: Folder): number {
  return a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1
}

function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      folders.add(path.slice(0, end))
    }
  }
  return folders
}

/** The row one level up from `index`; `index` itself at the top. */
export function parentRow(rows: readonly FileRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0
  for (let above = index - 1; above >= 0; above -= 1) {
    const row = rows[above]
    if (row?.type === 'heading') break
    if (row && row.depth < depth) return above
  }
  return index
}

/** What a key does in the tree of files. */
type TreeAct =
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
