import type { Display } from '#shared/events/tool.ts'
import type { Written } from '../../../workspace/files/file-changes.ts'
import type { ChangedSince, SeenFiles } from '../../context/seen-files.ts'
import { formatChangedLines } from './changed-lines.ts'

/** Shows one changed file as its diff, several as a list. */
export function displayOf(written: readonly Written[]): { readonly display?: Display } {
  const [change, ...more] = written
  if (!change) return {}
  if (more.length > 0) return { display: { type: 'list', items: written.length } }
  return { display: { type: 'diff', ...change } }
}

/** Returns a sentence if other names of a file, its hard links, no longer hold the same as it. */
export function noteHardLinks({ path, hasLeftLinks }: Written): string {
  return hasLeftLinks ? ` The other hard links of ${path} keep the old content.` : ''
}

interface Edited {
  /** How the file differed from what its agent had seen when it was edited. */
  readonly changed: ChangedSince | undefined
  /** What the agent had seen, with its edit; `undefined`: the edit doesn't fit that. */
  readonly before: string | undefined
  /** What the file holds now. */
  readonly after: string
}

/**
 * Notes what an agent knows of a file after it edited a part. Returns a sentence for the agent if others
 * changed lines that it hasn't seen, or else `''`.
 */
export async function noteEdited(
  seen: SeenFiles,
  written: Written,
  { changed, before, after }: Edited,
): Promise<string> {
  if (!changed) {
    await seen.noteWritten(written)
    return ''
  }
  const { path } = written
  if (before !== undefined) seen.noteText(path, before)
  const base = before ?? changed.text
  if (base === after) {
    await seen.noteWritten(written)
    return ''
  }
  const which = base === undefined ? '' : ` (${formatChangedLines(base, after)})`
  return ` ${path} had changed since you last read it${which}. Read those lines before you rely on them.`
}
