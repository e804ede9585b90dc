import type { ProjectFile } from '../../client/use-tree.ts'

/** A folder with what is in it, folders first. */
export interface FolderNode {
  readonly path: string
  readonly name: string
  readonly folders: readonly FolderNode[]
  readonly files: readonly FileNode[]
}

export interface FileNode {
  readonly path: string
  readonly name: string
}

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
const DOCUMENTS = '/docs'
/** A project with fewer files than this is shown opened. */
const SMALL = 60

interface Growing {
  readonly path: string
  readonly name: string
  readonly folders: Map<string, Growing>
  readonly files: FileNode[]
}

/** Arranges files, sorted by path, as folders; the roots are those that agents see. */
export function buildFolders(files: readonly ProjectFile[]): FolderNode {
  const root = startFolder('', '')
  for (const { path } of files) {
    const parts = path.split('/').slice(1)
    const name = parts.pop() ?? path
    let folder = root
    for (const part of parts) folder = enterFolder(folder, part)
    folder.files.push({ path, name })
  }
  return finishFolder(root)
}

function enterFolder(folder: Growing, name: string): Growing {
  const known = folder.folders.get(name) ?? startFolder(`${folder.path}/${name}`, name)
  folder.folders.set(name, known)
  return known
}

function startFolder(path: string, name: string): Growing {
  return { path, name, folders: new Map(), files: [] }
}

function finishFolder({ path, name, folders, files }: Growing): FolderNode {
  return { path, name, files, folders: [...folders.values()].map(finishFolder).sort(byName) }
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1
}

export interface OpenFolders {
  /** What the person opened and closed. */
  readonly chosen: ReadonlyMap<string, boolean>
  /** Files whose folders are open unless the person closed them. */
  readonly revealed: readonly string[]
  readonly fileCount: number
}

/** The rows that can be seen: the project, then the documents under a heading. */
export function listFileRows(root: FolderNode, open: OpenFolders): FileRow[] {
  const revealed = foldersOf(open.revealed)
  const isOpen = ({ path, name }: FolderNode) =>
    open.chosen.get(path) ??
    (revealed.has(path) || (open.fileCount < SMALL && !name.startsWith('.')))
  const rows: FileRow[] = []
  const project = root.folders.find(({ path }) => path === WORKSPACE)
  if (project) addInside(rows, project, { depth: 0, isOpen })
  const documents = root.folders.find(({ path }) => path === DOCUMENTS)
  if (!documents) return rows
  rows.push({ type: 'heading', path: DOCUMENTS, name: 'Documents', depth: 0 })
  addInside(rows, documents, { depth: 0, isOpen })
  return rows
}

interface Inside {
  readonly depth: number
  readonly isOpen: (folder: FolderNode) => boolean
}

function addInside(rows: FileRow[], folder: FolderNode, { depth, isOpen }: Inside): void {
  for (const child of folder.folders) {
    const { path, name } = child
    const isChildOpen = isOpen(child)
    rows.push({ type: 'folder', path, name, depth, isOpen: isChildOpen })
    if (isChildOpen) addInside(rows, child, { depth: depth + 1, isOpen })
  }
  for (const { path, name } of folder.files) rows.push({ type: 'file', path, name, depth })
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
