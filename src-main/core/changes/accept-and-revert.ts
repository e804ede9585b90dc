import { lstat } from 'node:fs/promises'
import type { z } from 'zod'
import type { changes } from '#shared/contract/procedures/changes.ts'
import { Tree, type TreeEntry } from '#shared/events/file.ts'
import type { Draft, EventFor } from '#shared/events/index.ts'
import { type FileContent, isSameContent } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Hash, SessionId } from '#shared/lib/ids.ts'
import { checkFolder, getSession } from '../sessions/session-rows.ts'
import type { Workspace } from '../workspace/define.ts'
import { toPlace } from '../workspace/paths/agent-path.ts'
import { LINK_MODE } from '../workspace/tree/tree-protocol.ts'
import {
  type ChangeParts,
  changedMeanwhile,
  type FilePlace,
  getEvent,
  getFile,
  getSeenFile,
  toContent,
  toShown,
} from './changed-file.ts'

type Accepting = z.output<(typeof changes)['changes.accept']['input']>
type Reverting = z.output<(typeof changes)['changes.revert']['input']>

/** Answers the seq of the event that says so. */
export async function acceptChange(parts: ChangeParts, asked: Accepting): Promise<number> {
  const { sessionId, path, hunks, added, removed } = asked
  const file = await getSeenFile(parts, asked)
  const data = {
    ...{ path, hunks, added, removed },
    content: await toContent(parts, { sessionId, file }, asked.content),
    before: await toContent(parts, { sessionId, file }, asked.before),
    ...(file.accepted && { was: file.accepted.content }),
  }
  return append(parts, sessionId, { kind: 'change.accepted', data })
}

/** Makes a file what it is to hold, and answers the seq of the event that says what for. */
export async function revertChange(parts: ChangeParts, asked: Reverting): Promise<number> {
  const { sessionId, path, hunks, added, removed, left } = asked
  const file = await getSeenFile(parts, asked)
  const content = await toContent(parts, { sessionId, file }, asked.content)
  const { mode, now } = await putBack(parts, asked, { content, before: file.now })
  const data = { path, hunks, added, removed, left, content: now, before: file.now }
  return append(parts, sessionId, {
    kind: 'change.reverted',
    data: mode === undefined ? data : { ...data, mode },
  })
}

/** Takes back what an event accepted or reverted. */
export async function reopenChange(
  parts: ChangeParts,
  asked: FilePlace & { readonly seq: number },
): Promise<void> {
  const event = getEvent(parts.store, asked.sessionId, asked.seq)
  if (event.kind === 'change.accepted') await unaccept(parts, asked, event.data)
  else if (event.kind === 'change.reverted') await unrevert(parts, asked, event.data)
  else throw new AppError('not-found', 'There is nothing to be taken back.')
}

async function unaccept(
  parts: ChangeParts,
  place: FilePlace,
  { content, before, was, path, hunks, added, removed }: EventFor<'change.accepted'>['data'],
): Promise<void> {
  const file = await getFile(parts, place)
  if (!file.accepted || !isSameContent(file.base, content)) throw changedMeanwhile(path)
  const data = { path, hunks, added, removed, of: 'accepted' as const, content: before }
  await append(parts, place.sessionId, {
    kind: 'change.reopened',
    data: { ...data, before: content, ...(was !== undefined && { was }) },
  })
}

async function unrevert(
  parts: ChangeParts,
  place: FilePlace,
  { content, before, mode, path, hunks, added, removed }: EventFor<'change.reverted'>['data'],
): Promise<void> {
  const file = await getFile(parts, place)
  if (!isSameContent(file.now, content)) throw changedMeanwhile(path)
  const { now } = await putBack(parts, place, { content: before, before: content, mode })
  const data = { path, hunks, added, removed, of: 'reverted' as const, content: now }
  await append(parts, place.sessionId, {
    kind: 'change.reopened',
    data: { ...data, before: content },
  })
}

async function append({ store }: ChangeParts, sessionId: SessionId, draft: Draft): Promise<number> {
  const [event] = await store.events.append(sessionId, [draft])
  return event?.seq ?? 0
}

interface PuttingBack {
  readonly content: FileContent | null
  /** What the file has to hold still. */
  readonly before: FileContent | null
  /** Of the content, where it is known. */
  readonly mode?: number | undefined
}

interface PutBackFile {
  /** Git's, of what was taken away, where that was a file and none comes in its place. */
  readonly mode: number | undefined
  /** The content by the name that it has got on disk. */
  readonly now: FileContent | null
}

async function putBack(
  parts: ChangeParts,
  { sessionId, path }: FilePlace,
  { content, before, mode }: PuttingBack,
): Promise<PutBackFile> {
  const row = getSession(parts.store, sessionId)
  await checkFolder(row)
  using _held = parts.workspaces.hold(sessionId)
  const workspace = await parts.workspaces.get(sessionId)
  const bytes = content && (await read(workspace, content, path))
  const base = before && getHash(before, path)
  const gone = bytes ? undefined : await findMode(workspace, path)
  const known = content && (await findKnownLink(parts, { sessionId, path }, content))
  const kept = mode ?? (isFileStill(before) ? 0 : undefined)
  const own = known ?? kept ?? (await modeThen(parts, { sessionId, path }, content))
  const changed = await workspace.restore(path, bytes && { bytes, mode: own }, base)
  // What the file holds by now may be another's again already.
  const written = changed.find((one) => one.path === path)
  return { mode: gone, now: written ? written.after : content }
}

/** A file that is there still keeps its mode. */
function isFileStill(before: FileContent | null): boolean {
  return before !== null && !before.isLink
}

async function read(workspace: Workspace, content: FileContent, path: string): Promise<Uint8Array> {
  const bytes = await workspace.content(getHash(content, path))
  if (bytes) return bytes
  throw notRecorded(path)
}

function getHash({ hash }: FileContent, path: string): Hash {
  if (hash) return hash
  throw notRecorded(path)
}

function notRecorded(path: string): AppError {
  const message = `What ${toShown(path)} holds was not recorded. It can be accepted, and not reverted.`
  return new AppError('unsupported', message)
}

async function findMode(workspace: Workspace, path: string): Promise<number | undefined> {
  const stats = await lstat(workspace.resolve(path)).catch(() => undefined)
  if (!stats) return undefined
  return (stats.mode & 0o111) === 0 ? 0o100644 : 0o100755
}

/** Git's mode of a link, for a content that is one: a tree may say it where an old log doesn't. */
async function findKnownLink(
  parts: ChangeParts,
  place: FilePlace,
  { isLink, hash }: FileContent,
): Promise<number | undefined> {
  if (isLink) return LINK_MODE
  if (isLink === undefined) return undefined
  const same = (await readEntries(parts, place)).find((entry) => entry.hash === hash)
  return same?.mode === LINK_MODE ? LINK_MODE : undefined
}

/** Git's mode of a file that is gone, as the latest tree has it that knows the file; 0: none does. */
async function modeThen(
  parts: ChangeParts,
  place: FilePlace,
  content: FileContent | null,
): Promise<number> {
  const isPerhapsLink = content?.isLink === null
  const entries = await readEntries(parts, place)
  return entries.find(({ mode }) => isPerhapsLink || mode !== LINK_MODE)?.mode ?? 0
}

/** What the latest tree of the session and its first one have of a file. */
async function readEntries(
  { store, states }: ChangeParts,
  { sessionId, path }: FilePlace,
): Promise<readonly TreeEntry[]> {
  const place = toPlace(path)
  if (place.type !== 'project') return []
  const { tree, firstTree } = (await states.load(sessionId)).states.files
  return [tree?.ref, firstTree?.ref].flatMap((ref) => {
    const json = ref && store.blobs.get(ref)
    const entries = json ? Tree.parse(JSON.parse(Buffer.from(json).toString('utf8'))) : {}
    return entries[place.relative] ?? []
  })
}
