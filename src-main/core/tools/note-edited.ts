import type { Written } from '../workspace/define.ts'
import { formatChangedLines } from './changed-lines.ts'
import type { ChangedSince, SeenFiles } from './seen-files.ts'

export interface Edited {
  /** How the file differed from what its agent had seen when it was edited. */
  readonly changed: ChangedSince | undefined
  /** What the agent had seen, with its edit; `undefined`: the edit doesn't fit that. */
  readonly before: string | undefined
  /** What the file holds now. */
  readonly after: string
}

/**
 * Notes what an agent knows of a file after an edit of part of it. Answers what to tell it of lines that
 * others changed: those it still hasn't seen.
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
