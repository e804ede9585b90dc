import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { compareLines, toLines } from '#shared/changes/compare-lines.ts'
import type { FileChange } from '#shared/changes/file-changes.ts'
import { type AuthorRange, carryAuthors } from '#shared/changes/line-authors.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { Hash } from '#shared/lib/ids.ts'
import type { FilesState, TouchedFile } from '#shared/projections/files.ts'
import { changesOf } from '../../../session/changes/session-file-changes.ts'
import { useSessionId, useSessionStore, useSessionView } from '../../../session/session-context.tsx'
import { useTextFetching } from '../../../session/session-queries.ts'
import { useProjection } from '../../../session/use-projection.ts'

/** Who wrote the lines of a file, and the changes that the authors are named by. */
export interface Authors {
  readonly stretches: readonly AuthorRange[]
  readonly changes: ReadonlyMap<number, FileChange>
}

interface Asked {
  readonly path: string
  readonly text: string | undefined
  readonly isAsked: boolean
}

/**
 * Who wrote each line of a file at the playhead. `text` is what is shown of it, which may be more than
 * what was saved. Absent until it is known; the log is looked through only where the file is another.
 */
export function useAuthors({ path, text, isAsked }: Asked): Authors | undefined {
  const changes = useChanges(path, isAsked)
  const { data: known, error } = useAuthoredText(path, changes)
  const authors = useMemo((): Authors | undefined => {
    if (!changes || text === undefined) return undefined
    const named = new Map(changes.map((change) => [change.seq, change]))
    const lines = toLines(text)
    if (changes.length === 0) {
      return { stretches: [{ author: 'start', lines: lines.length }], changes: named }
    }
    const last = known ?? (error ? NOT_KNOWN : undefined)
    return last && { stretches: carry(last, lines, 'not-saved'), changes: named }
  }, [changes, text, known, error])
  const [kept, keep] = useState<{ readonly path: string; readonly authors: Authors }>()
  if (authors && authors !== kept?.authors) keep({ path, authors })
  // What is about to come takes the place of what is there: whoever has the focus in it keeps it.
  return authors ?? (isAsked && kept?.path === path ? kept.authors : undefined)
}

const NOT_KNOWN: Pick<AuthoredText, 'lines' | 'authors'> = { lines: undefined, authors: [] }

/** Absent unless they are asked for, and until the log has come as far as the file's last change. */
function useChanges(path: string, isAsked: boolean): readonly FileChange[] | undefined {
  const store = useSessionStore()
  const select = ({ touched }: FilesState): TouchedFile | undefined =>
    isAsked ? touched[path] : undefined
  const touched = useProjection(useSessionView(), 'files', select)
  const seq = touched?.seq ?? 0
  const isThere = useSyncExternalStore(store.subscribe, () => seq <= store.historySeq)
  return useMemo(
    () => (isAsked && isThere ? changesOf(store, path, seq) : undefined),
    [store, seq, path, isAsked, isThere],
  )
}

/** Change by change, each of which is kept: a playhead that goes through them compares none twice. */
function useAuthoredText(path: string, changes: readonly FileChange[] | undefined) {
  const queries = useQueryClient()
  const sessionId = useSessionId()
  const fetchTexts = useTextFetching()
  const fetchText: FetchText = async (hash) => (await fetchTexts([hash]))[0]
  const reading = { queries, key: ['content', 'authors', sessionId, path], fetchText }
  return useQuery({
    ...authoredText(reading, changes ?? []),
    enabled: changes !== undefined && changes.length > 0,
  })
}

interface Reading {
  readonly queries: QueryClient
  readonly key: readonly string[]
  readonly fetchText: FetchText
}

function authoredText(reading: Reading, changes: readonly FileChange[]) {
  const { queries, key, fetchText } = reading
  return queryOptions({
    queryKey: [...key, changes.at(-1)?.seq ?? 0],
    queryFn: async (): Promise<AuthoredText> => {
      const last = changes.at(-1)
      if (!last) return { hash: undefined, lines: [], authors: [] }
      const [first, ...more] = changes
      const before =
        first && more.length === 0
          ? await readStart(first, fetchText)
          : await queries.fetchQuery(authoredText(reading, changes.slice(0, -1)))
      return readChange(before, last, fetchText)
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** A text and who wrote its lines; without lines: what it held is not known, or is no text. */
interface AuthoredText {
  readonly hash: Hash | null | undefined
  readonly lines: readonly string[] | undefined
  readonly authors: readonly AuthorRange[]
}

/** `undefined`: it is no text. */
type FetchText = (hash: Hash) => Promise<string | undefined>

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
function carry(
  before: Pick<AuthoredText, 'lines' | 'authors'>,
  lines: readonly string[] | undefined,
  by: AuthorRange['author'],
): readonly AuthorRange[] {
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
