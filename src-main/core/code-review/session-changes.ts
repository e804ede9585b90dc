import type { FileContent } from '#shared/events/value.ts'
import type { Hash } from '#shared/lib/ids.ts'
import type { FilesState, TouchedFile } from '#shared/projections/files.ts'
import { findText } from '../workspace/files/text-format.ts'
import { type DiffPart, MAX_FILE_CHARS } from './diff-parts.ts'
import { type Side, writeDiff, writeRename } from './write-diff.ts'

const PROJECT = '/workspace/'

/**
 * What a session changed in its project’s files since it began, whoever did: by path. `content` reads what
 * was recorded, as a workspace does. A file that is another’s content at another place was renamed.
 */
export async function readSessionChanges(
  { touched }: Pick<FilesState, 'touched'>,
  content: (hash: Hash) => Promise<Uint8Array | undefined>,
): Promise<readonly DiffPart[]> {
  const changed = Object.values(touched)
    .filter(({ path, before, after }) => path.startsWith(PROJECT) && !isSame(before, after))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const renamed = pairRenamed(changed)
  const gone = new Set(renamed.values())
  const parts: DiffPart[] = []
  for (const file of changed) {
    const from = renamed.get(file)
    if (from) parts.push(writeRename(shown(from), shown(file)))
    else if (!gone.has(file)) parts.push(await compare(file, content))
  }
  return parts
}

function isSame(one: FileContent | null, other: FileContent | null): boolean {
  if (one === null || other === null) return one === other
  return one.hash !== null && one.hash === other.hash
}

function shown({ path }: TouchedFile): string {
  return path.slice(PROJECT.length)
}

/** New files by those that are gone and were the same. */
function pairRenamed(changed: readonly TouchedFile[]): ReadonlyMap<TouchedFile, TouchedFile> {
  const gone = changed.filter(({ after }) => after === null)
  const pairs = new Map<TouchedFile, TouchedFile>()
  for (const file of changed) {
    if (file.before !== null || !file.after?.size) continue
    const at = gone.findIndex(({ before }) => isSame(before, file.after))
    const [from] = at < 0 ? [] : gone.splice(at, 1)
    if (from) pairs.set(file, from)
  }
  return pairs
}

async function compare(
  { path, before, after }: TouchedFile,
  content: (hash: Hash) => Promise<Uint8Array | undefined>,
): Promise<DiffPart> {
  return writeDiff({
    path: path.slice(PROJECT.length),
    before: await readSide(before, content),
    after: await readSide(after, content),
  })
}

async function readSide(
  side: FileContent | null,
  content: (hash: Hash) => Promise<Uint8Array | undefined>,
): Promise<Side> {
  if (!side) return 'nowhere'
  if (side.hash === null || side.size > MAX_FILE_CHARS) return 'too-large'
  const bytes = await content(side.hash)
  if (!bytes) return 'too-large'
  const found = await findText(bytes)
  return found ? { text: found.text } : 'binary'
}
