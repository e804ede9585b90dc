import { compareLines, toLines } from '#shared/authors/compare-lines.ts'
import type { FileChange } from '#shared/authors/file-changes.ts'
import { type AuthorStretch, carryAuthors } from '#shared/authors/line-authors.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { Hash } from '#shared/ids.ts'

/** A text and who wrote its lines; without lines: what it held is not known, or is no text. */
export interface AuthoredText {
  readonly hash: Hash | null | undefined
  readonly lines: readonly string[] | undefined
  readonly authors: readonly AuthorStretch[]
}

/** `undefined`: it is no text. */
export type FetchText = (hash: Hash) => Promise<string | undefined>

/** As the session found a file that it then changed. */
export async function readStart(first: FileChange, fetchText: FetchText): Promise<AuthoredText> {
  const lines = await readLines(first.before, fetchText)
  const authors = [{ author: 'start' as const, lines: lines?.length ?? 0 }]
  return { hash: first.before?.hash, lines, authors }
}

/** What a change made of the text before it. */
export async function readChange(
  before: AuthoredText,
  change: FileChange,
  fetchText: FetchText,
): Promise<AuthoredText> {
  const found = await catchUp(before, change.before, fetchText)
  const lines = await readLines(change.after, fetchText)
  return { hash: change.after?.hash, lines, authors: carry(found, lines, change.seq) }
}

/** What became of a file between two changes, the log does not tell. */
async function catchUp(
  known: AuthoredText,
  found: FileContent | null,
  fetchText: FetchText,
): Promise<AuthoredText> {
  if (known.hash === found?.hash) return known
  const lines = await readLines(found, fetchText)
  return { hash: found?.hash, lines, authors: carry(known, lines, 'not-recorded') }
}

/** Where the text before is not known, nobody can tell what was left of it. */
export function carry(
  before: Pick<AuthoredText, 'lines' | 'authors'>,
  lines: readonly string[] | undefined,
  by: AuthorStretch['author'],
): readonly AuthorStretch[] {
  if (!lines) return []
  if (!before.lines) return [{ author: 'not-recorded', lines: lines.length }]
  return carryAuthors(before.authors, compareLines(before.lines, lines), by)
}

async function readLines(
  content: FileContent | null,
  fetchText: FetchText,
): Promise<readonly string[] | undefined> {
  if (!content) return []
  const text = content.hash ? await fetchText(content.hash) : undefined
  return text === undefined ? undefined : toLines(text)
}
