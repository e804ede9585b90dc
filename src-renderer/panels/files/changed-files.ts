import type { SpanId } from '#shared/lib/ids.ts'
import type { TouchedFile } from '#shared/projections/files.ts'

type ChangeLetter = 'A' | 'M' | 'D'

export interface ChangedFile {
  readonly path: string
  readonly letter: ChangeLetter
  readonly added: number
  readonly removed: number
  /** Of those who changed it. */
  readonly agentIds: readonly SpanId[]
  readonly seq: number
}

const words = { A: 'Added', M: 'Changed', D: 'Deleted' } as const

/** What its letter means, which is not what git’s means. */
export function tellChange({ letter }: Pick<ChangedFile, 'letter'>): string {
  return `${words[letter]} since this session began, whatever git says of it`
}

/** A file that is touched again is another entity: what became of one stays as it was told. */
const told = new WeakMap<TouchedFile, readonly ChangedFile[]>()

/** What differs from the session's beginning, by path; a file that came and went again does not. The same of the same. */
export function listChanged(touched: readonly TouchedFile[]): ChangedFile[] {
  return touched.flatMap(tellOnce).sort((a, b) => (a.path < b.path ? -1 : 1))
}

function tellOnce(file: TouchedFile): readonly ChangedFile[] {
  const known = told.get(file)
  if (known) return known
  const changed = toChanged(file)
  const list = changed ? [changed] : []
  told.set(file, list)
  return list
}

function toChanged({ path, before, after, added, removed, by, seq }: TouchedFile) {
  const letter = letterOf(before?.hash, after?.hash, { hadFile: !!before, hasFile: !!after })
  if (!letter) return undefined
  return { path, letter, added, removed, seq, agentIds: by.flatMap(({ agentId }) => agentId ?? []) }
}

function letterOf(
  before: string | null | undefined,
  after: string | null | undefined,
  { hadFile, hasFile }: { hadFile: boolean; hasFile: boolean },
): ChangeLetter | undefined {
  if (!hadFile) return hasFile ? 'A' : undefined
  if (!hasFile) return 'D'
  return before === after && before !== null ? undefined : 'M'
}
