import { useMemo, useSyncExternalStore } from 'react'
import type { Hash } from '#shared/lib/ids.ts'
import type { FilesState, TouchedFile } from '#shared/projections/files.ts'
import type { StatusState } from '#shared/projections/status.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import type { Image } from '../../../queries/content-image.ts'
import { useHostQuery } from '../../../queries/host-query.ts'
import type { Draft } from '../../../session/drafts/file-drafts.ts'
import type { EditorLook } from '../../../session/editor-display.ts'
import {
  useIsLive,
  useSessionId,
  useSessionStore,
  useSessionView,
} from '../../../session/session-context.tsx'
import { useContent } from '../../../session/session-queries.ts'
import type { SessionStore } from '../../../session/store/session-store.ts'
import { useProjection } from '../../../session/use-projection.ts'
import { type FileDocument, useFileDocument } from '../file/use-file-document.ts'

/** A file at the playhead, and what it is compared with. */
export interface ShownText {
  readonly document: FileDocument
  readonly base: Base
  /** As the file holds it; absent where it has come to none, or has none. */
  readonly text: string | undefined
  /** What a draft is made from; absent where it could not be saved. */
  readonly saved: Draft | undefined
  /** What it can be seen as; in a comparison and beside authors, text is text. */
  readonly image: Image | undefined
}

export function useShownText(path: string, look: EditorLook): ShownText {
  const document = useFileDocument(path)
  const own = textOf(document)
  const whole = useBase(path, own, look)
  const isCut = document.type === 'too-large' && whole.type !== 'nothing'
  const base = isCut ? TOO_LARGE : whole
  // Of what is gone, a comparison shows all that went.
  const isGone = document.type === 'absent' && base.type === 'text' && base.text !== ''
  const isPlain = whole.type === 'nothing' && !look.showsAuthors
  return {
    document,
    base,
    text: isGone ? '' : own,
    saved: savedOf(document),
    image: imageOf(document, isPlain),
  }
}

const TOO_LARGE: Base = { type: 'cannot', why: 'The file is too large to be compared.' }

/** Of what is too large, its beginning. */
function textOf(document: FileDocument): string | undefined {
  if (document.type === 'text') return document.text
  return document.type === 'too-large' ? document.head : undefined
}

function imageOf(document: FileDocument, isPlain: boolean): Image | undefined {
  if (document.type === 'image') return document.image
  return document.type === 'text' && isPlain ? document.image : undefined
}

function savedOf(document: FileDocument): Draft | undefined {
  if (document.type !== 'text' || !document.hash) return undefined
  return { text: document.text, base: document.hash }
}

/** What a file is compared with. */
type Base =
  | { readonly type: 'nothing' | 'loading' }
  /** `''` where there was no such file. */
  | { readonly type: 'text'; readonly text: string }
  /** Why it can't be had, as a sentence. */
  | { readonly type: 'cannot'; readonly why: string }

/** The text to compare a file with; `now` is what it holds at the playhead. */
function useBase(path: string, now: string | undefined, look: EditorLook): Base {
  const start = useStart(path)
  const run = useProjection(useSessionView(), 'timeline', selectLastRun)
  const { compareWith } = look
  const point = useContentAt(path, compareWith === 'point' ? look.point : undefined)
  const atRun = useContentAt(path, compareWith === 'run' ? run?.seq : undefined)
  const committed = useCommitted(path, compareWith === 'git')
  const then = { nothing: NOTHING, start, run: run ? atRun : NO_RUN, git: committed, point }[
    compareWith
  ]
  const content = useContent(then.type === 'content' ? then.hash : undefined)
  switch (then.type) {
    case 'same':
      return now === undefined ? { type: 'loading' } : { type: 'text', text: now }
    case 'absent':
      return { type: 'text', text: '' }
    case 'content':
      return toBase(content)
    default:
      return then
  }
}

const NOTHING: ContentThen = { type: 'nothing' }
const NO_RUN: ContentThen = { type: 'cannot', why: 'No run has begun yet.' }

const selectLastRun = ({ runs }: TimelineState) => runs.at(-1)

/** As the file was when the session began. */
function useStart(path: string): ContentThen {
  const select = ({ touched }: FilesState): TouchedFile | undefined => touched[path]
  const touched = useProjection(useSessionView(), 'files', select)
  if (!touched) return { type: 'same' }
  return touched.before ? toThen(touched.before.hash) : { type: 'absent' }
}

function toBase({ data, error }: ReturnType<typeof useContent>): Base {
  if (error) return { type: 'cannot', why: error.message }
  if (!data) return { type: 'loading' }
  if (data.type === 'text') return data
  const why = data.type === 'binary' ? 'is not text' : 'is too large to be compared'
  return { type: 'cannot', why: `What it would be compared with ${why}.` }
}

/** What git has of a file: in the commit that is checked out, or was when the past's files were recorded. */
function useCommitted(path: string, isAsked: boolean): ContentThen {
  const sessionId = useSessionId()
  const view = useSessionView()
  const isLive = useIsLive()
  const head = useProjection(view, 'files', selectHead)
  const runId = useProjection(view, 'status', selectRun)
  const commit = isLive ? undefined : head
  const isAskable = isAsked && (isLive || head !== undefined)
  const { data, error } = useHostQuery(
    'files.committed',
    { sessionId, path, commit },
    {
      enabled: isAskable,
      // A run may commit, or check out something else.
      revision: commit ? undefined : runId,
      staleTime: commit ? Number.POSITIVE_INFINITY : 0,
      refetchOnWindowFocus: !commit,
    },
  )
  if (!isAskable) return { type: 'cannot', why: 'No commit was checked out then.' }
  if (error) return { type: 'cannot', why: error.message }
  if (!data) return { type: 'loading' }
  return data.hash ? { type: 'content', hash: data.hash } : { type: 'absent' }
}

const selectHead = ({ head }: FilesState) => head
const selectRun = ({ runId }: StatusState) => runId

/** What a file held at another moment. `same`: what it holds now. */
type ContentThen =
  | { readonly type: 'nothing' | 'loading' }
  | { readonly type: 'same' }
  | { readonly type: 'absent' }
  | { readonly type: 'content'; readonly hash: Hash }
  | { readonly type: 'cannot'; readonly why: string }

/**
 * What a file held after an event, as its later changes tell. Without the event: nothing is asked. The
 * log is looked through again only where the file is another.
 */
function useContentAt(path: string, seq: number | undefined): ContentThen {
  const store = useSessionStore()
  const view = useSessionView()
  const select = ({ touched }: FilesState): TouchedFile | undefined => touched[path]
  const touched = useProjection(view, 'files', select)
  const isAhead = useSyncExternalStore(view.subscribe, () => seq !== undefined && seq > view.seq)
  const isThere = useSyncExternalStore(
    store.subscribe,
    () => seq !== undefined && (store.isHistoryComplete || seq >= store.openedSeq),
  )
  return useMemo(() => {
    if (seq === undefined) return { type: 'nothing' }
    if (isAhead) return AHEAD
    if (!touched || touched.seq <= seq) return { type: 'same' }
    return isThere ? findBefore(store, touched, seq) : { type: 'loading' }
  }, [store, seq, touched, isAhead, isThere])
}

const AHEAD: ContentThen = {
  type: 'cannot',
  why: 'The point to compare with lies after the moment that is shown.',
}

/** What the first change after an event found. */
function findBefore(store: SessionStore, touched: TouchedFile, after: number): ContentThen {
  for (const event of store.eventsBetween(after, touched.seq)) {
    if (event.kind !== 'file.changed' || event.data.path !== touched.path) continue
    const { before } = event.data
    if (!before) return { type: 'absent' }
    return toThen(before.hash)
  }
  return { type: 'same' }
}

/** A content that the log refers to; `null`: it does not. */
function toThen(hash: Hash | null): ContentThen {
  if (hash === null) return { type: 'cannot', why: 'What the file held then was not recorded.' }
  return { type: 'content', hash }
}
