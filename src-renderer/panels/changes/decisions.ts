import { acceptHunks, countLines, revertHunks } from '#shared/changes/hunks.ts'
import type { PendingHunk } from '#shared/changes/pending-text.ts'
import type { DecidedContent } from '#shared/contract/procedures/changes.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { PendingFile, PendingTextFile } from '../../session/changes/pending-file-changes.ts'
import type { ChangeCommands } from './use-change-commands.ts'

/** Some of the hunks of a file; of one that is decided as a whole there are none to name. */
export interface Chosen {
  readonly pending: PendingFile
  readonly hunks: readonly PendingHunk[]
}

type Accepting = Parameters<ChangeCommands['accept']>[0]
type Reverting = Parameters<ChangeCommands['revert']>[0]

/** What the host is asked, so that these are accepted. */
export function toAccepting({ pending, hunks }: Chosen): Accepting {
  const { path, seq, base, now } = pending.file
  const all = { path, seq, content: known(now), before: known(base) }
  if (pending.type === 'whole') return { ...all, ...ONE }
  const { text } = pending
  const isAll = hunks.length === text.hunks.length
  const content = isAll ? known(now) : toContent(acceptHunks(text, hunks))
  return { ...all, content, before: baselineOf(pending), ...count(hunks) }
}

/** What the host is asked, so that these are reverted; contested ones are not among them. */
export function toReverting({ pending, hunks }: Chosen): Reverting {
  const { path, seq, base } = pending.file
  if (pending.type === 'whole') return { path, seq, content: known(base), left: 0, ...ONE }
  const { text } = pending
  const left = text.hunks.length - hunks.length
  const content = left === 0 ? baselineOf(pending) : toContent(revertHunks(text, hunks))
  return { path, seq, content, left, ...count(hunks) }
}

const ONE = { hunks: 1, added: 0, removed: 0 }

function count(hunks: readonly PendingHunk[]) {
  return { hunks: hunks.length, ...countLines(hunks) }
}

function baselineOf({ file, text }: PendingTextFile): DecidedContent {
  return file.own.length === 0 ? known(file.base) : toContent(text.baseline)
}

function toContent(text: string | null): DecidedContent {
  return text === null ? known(null) : { type: 'text', text }
}

function known(content: FileContent | null): DecidedContent {
  return { type: 'known', content }
}

/** What of it can be reverted: `undefined` where that is nothing. */
export function withoutContested({ pending, hunks }: Chosen): Chosen | undefined {
  if (pending.type === 'whole') {
    return pending.canRevert && !pending.isContested ? { pending, hunks } : undefined
  }
  const free = hunks.filter(({ isContested }) => !isContested)
  return free.length > 0 ? { pending, hunks: free } : undefined
}

/** How many changes these are: what is decided as a whole is one. */
export function countChosen(chosen: readonly Chosen[]): number {
  return chosen.reduce(
    (sum, { pending, hunks }) => sum + (pending.type === 'whole' ? 1 : hunks.length),
    0,
  )
}
