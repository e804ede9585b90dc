import {
  isAttachable,
  isImage,
  MAX_IMAGE_MEGABYTES,
} from '../../session/drafts/image-attachments.ts'

/** What a person dropped on the window. */
export interface DroppedItems {
  readonly folders: readonly File[]
  readonly files: readonly File[]
}

/** True while something from outside the page is dragged: files or folders. */
export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** Whether the browser can insert dropped text there. */
export function isOverTextField({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest('input, textarea') !== null
}

/** Call it during the `drop` event: a transfer is empty afterwards. */
export function readDroppedItems({ items }: DataTransfer): DroppedItems {
  const dropped = [...items].flatMap((item) => {
    const file = item.getAsFile()
    return file ? [{ file, isFolder: item.webkitGetAsEntry()?.isDirectory === true }] : []
  })
  return {
    folders: dropped.filter(({ isFolder }) => isFolder).map(({ file }) => file),
    files: dropped.filter(({ isFolder }) => !isFolder).map(({ file }) => file),
  }
}

/**
 * Keeps a browser from leaving the page for a file or a link that is dropped where nothing handles it.
 * Text can still be dropped into fields. Returns a function that stops it.
 */
export function preventDropNavigation(): () => void {
  const left = new AbortController()
  const prevent = (event: DragEvent) => {
    if (event.defaultPrevented || (!hasFiles(event) && isOverTextField(event))) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  }
  window.addEventListener('dragover', prevent, { signal: left.signal })
  window.addEventListener('drop', prevent, { signal: left.signal })
  return () => left.abort()
}

interface SortedFiles {
  /** Images to attach to the prompt. */
  readonly images: readonly File[]
  /** Paths below the project's folder to mention in the prompt, with `/` between their parts. */
  readonly mentions: readonly string[]
  /** A sentence for each file that can't be used. */
  readonly problems: readonly string[]
}

interface FileLocations {
  /** The project's folder. */
  readonly root: string | undefined
  /** Returns a file's absolute path; empty where the browser doesn't share it. */
  pathOf(file: File): string
}

type Use = { readonly image: File } | { readonly mention: string } | { readonly problem: string }

/** Decides what each dropped file can be used for in a session. */
export function sortFiles(files: readonly File[], locations: FileLocations): SortedFiles {
  const uses = files.map((file) => decideUse(file, locations))
  return {
    images: uses.flatMap((use) => ('image' in use ? [use.image] : [])),
    mentions: uses.flatMap((use) => ('mention' in use ? [use.mention] : [])),
    problems: uses.flatMap((use) => ('problem' in use ? [use.problem] : [])),
  }
}

function decideUse(file: File, { root, pathOf }: FileLocations): Use {
  const path = pathOf(file)
  const inProject = root === undefined ? undefined : findBelow(root, path)
  // The prompt ends a mention at white space.
  if (inProject !== undefined && !/\s/.test(inProject)) return { mention: inProject }
  if (isAttachable(file)) return { image: file }
  return { problem: `Can’t add ${file.name}: ${explain(file, path, inProject)}` }
}

function explain(file: File, path: string, inProject: string | undefined): string {
  if (isImage(file)) return `it is larger than ${MAX_IMAGE_MEGABYTES} MB.`
  if (inProject !== undefined) return 'its path contains a space.'
  if (path) return 'it is outside this project. Copy it into the project first.'
  return 'the browser doesn’t share its path. Type @ in the prompt to mention a project file.'
}

/** Returns the path relative to `root`, or `undefined` for a path that isn't below it. */
function findBelow(root: string, path: string): string | undefined {
  const [folder, file] = [root, path].map((one) => one.replaceAll('\\', '/'))
  if (!folder || !file?.startsWith(`${folder}/`)) return undefined
  return file.slice(folder.length + 1)
}
