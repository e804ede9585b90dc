import type { Comment } from '../events/change.ts'
import type { ChangedBy } from '../events/file.ts'
import { type EventFor, isObservation } from '../events/index.ts'
import { type FileContent, isSameContent, isSameKind } from '../events/value.ts'
import { defineProjection } from './define.ts'

/** A person's edit of a file with pending changes. */
interface OwnChange {
  readonly before: FileContent | null
  readonly after: FileContent | null
}

interface Acceptance {
  readonly content: FileContent | null
  /** Of its event. */
  readonly seq: number
  /** Of those before it that were not taken back, in order. */
  readonly earlier: readonly number[]
}

/** A file of the project that changed since the session began. */
export interface ChangedFile {
  readonly path: string
  /** As the session found it. */
  readonly start: FileContent | null
  /** What needs no review: accepted, found, committed, or left so by a person or another session. */
  readonly base: FileContent | null
  readonly now: FileContent | null
  /** A person's changes since `base`, in order. */
  readonly own: readonly OwnChange[]
  /** Another than a person has had a part in what `now` has come to from `base`. */
  readonly isForeign: boolean
  /** What was accepted last; absent: nothing was. */
  readonly accepted?: Acceptance
  /** Of the last event that was about it. */
  readonly seq: number
}

export interface OpenComment extends Comment {
  readonly at: number
}

export interface ChangesState {
  /** By path as agents see it, in the order they first changed. */
  files: Record<string, ChangedFile>
  /** Those that are not resolved. */
  comments: Record<string, OpenComment>
}

/** What a person has accepted of the project's files, and what waits for that; what was said about them. */
export const changes = defineProjection<ChangesState>({
  init: () => ({ files: {}, comments: {} }),
  copy: ({ files, comments }) => ({ files: { ...files }, comments: { ...comments } }),
  on: {
    'file.changed': (state, event) => {
      const { path } = event.data
      if (!path.startsWith('/workspace/')) return
      state.files[path] = change(state.files[path], event)
    },
    'change.accepted': (state, { seq, data }) => {
      const file = state.files[data.path]
      if (file) state.files[data.path] = accept(file, data.content, seq)
    },
    'change.reverted': (state, { seq, data }) => {
      const file = state.files[data.path]
      if (file) state.files[data.path] = { ...revert(file, data), seq }
    },
    'change.reopened': (state, { seq, data }) => {
      const file = state.files[data.path]
      if (!file) return
      const reopened = data.of === 'accepted' ? unaccept(file, data) : unrevert(file, data)
      state.files[data.path] = { ...reopened, seq }
    },
    'comment.added': (state, { at, data }) => {
      state.comments[data.commentId] = { ...data, at }
    },
    'comment.resolved': (state, { data }) => {
      delete state.comments[data.commentId]
    },
  },
})

/** Whether there is something in a file that somebody else than a person made of it, and nobody accepted. */
export function isWaiting({ isForeign, base, now }: ChangedFile): boolean {
  return isForeign && !isSameText(base, now)
}

/**
 * Whether only the texts of a file that waits tell if something is left to review in it: a person has
 * changed it, too, and may have undone what others did; or it is what it was by another name.
 */
export function needsTexts({ own, base, now }: ChangedFile): boolean {
  return own.length > 0 || (base?.size === now?.size && isOfGit(base) !== isOfGit(now))
}

function isOfGit(content: FileContent | null): boolean {
  return content?.hash?.startsWith('git:') ?? false
}

/** The files that wait, in the order they first changed. */
export function listWaiting({ files }: ChangesState): readonly ChangedFile[] {
  return Object.values(files).filter(isWaiting)
}

/** The same as far as is known: what was not recorded could be anything. */
function isSameText(one: FileContent | null, other: FileContent | null): boolean {
  if (!one || !other) return one === other
  return one.hash !== null && one.hash === other.hash && isSameKind(one, other)
}

function change(known: ChangedFile | undefined, event: EventFor<'file.changed'>): ChangedFile {
  const { seq, data } = event
  const { path, before, after, by } = data
  const file = known ?? { path, start: before, base: before, own: [], isForeign: false }
  const changed = { ...file, now: after, seq }
  if (isUndone(file, event)) return toUndone(file, event)
  const isOwn = isByPerson(by)
  if (!file.isForeign && (isOwn || by.type === 'session')) return { ...changed, base: after }
  if (!isOwn) return { ...changed, isForeign: true }
  return { ...changed, own: [...file.own, { before, after }] }
}

/** Whether a person wrote it, here or in another session. */
export function isByPerson({ type, session }: Pick<ChangedBy, 'type' | 'session'>): boolean {
  return type === 'person' || session?.author === 'person'
}

/** Whether something outside of the session left no pending changes: a checkout, a stash, a pull. */
function isUndone({ start }: Pick<ChangedFile, 'start'>, event: EventFor<'file.changed'>): boolean {
  const { after, isCommitted } = event.data
  return isObservation(event) && (isCommitted === true || isSameContent(after, start))
}

/** A content that was accepted and never committed outlives a commit of other changes beside it. */
function toUndone(
  { path, start, accepted }: Pick<ChangedFile, 'path' | 'start' | 'accepted'>,
  { seq, data: { after } }: EventFor<'file.changed'>,
): ChangedFile {
  const pending = isSameContent(after, start) ? undefined : accepted
  return { path, start, ...toFound(after), seq, ...(pending && { accepted: pending }) }
}

function toFound(content: FileContent | null) {
  return { base: content, now: content, own: [], isForeign: false }
}

function accept(file: ChangedFile, content: FileContent | null, seq: number): ChangedFile {
  const isForeign = !isSameContent(content, file.now)
  const { accepted: last } = file
  const earlier = last ? [...last.earlier, last.seq] : []
  return { ...file, base: content, own: [], isForeign, accepted: { content, seq, earlier }, seq }
}

/**
 * What was taken away is no work of the person's: it only brings the file nearer to `base`. The file may
 * have changed again before that was told.
 */
function revert(
  file: ChangedFile,
  { content, left }: EventFor<'change.reverted'>['data'],
): ChangedFile {
  const place = file.own.findLastIndex(({ after }) => isSameContent(after, content))
  if (left > 0) return { ...file, own: without(file.own, place) }
  const isForeign = !isSameContent(content, file.now)
  return { ...file, base: content, own: isForeign ? file.own.slice(place + 1) : [], isForeign }
}

function unaccept(
  { accepted, ...file }: ChangedFile,
  { content, was }: EventFor<'change.reopened'>['data'],
): ChangedFile {
  const reopened = { ...file, base: content, isForeign: true }
  const seq = accepted?.earlier.at(-1)
  if (was === undefined || seq === undefined) return reopened
  return {
    ...reopened,
    accepted: { content: was, seq, earlier: accepted?.earlier.slice(0, -1) ?? [] },
  }
}

function unrevert(
  file: ChangedFile,
  { content, before }: EventFor<'change.reopened'>['data'],
): ChangedFile {
  // Where nothing waited, what was put back counted as the person's own.
  const isWhole = !file.isForeign || isSameContent(file.base, content)
  if (isWhole) return { ...file, base: before, isForeign: true }
  const place = file.own.findLastIndex(({ after }) => isSameContent(after, content))
  return { ...file, own: without(file.own, place) }
}

function without(own: readonly OwnChange[], place: number): readonly OwnChange[] {
  return own.filter((_, index) => index !== place)
}
