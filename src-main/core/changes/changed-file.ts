import type { DecidedContent } from '#shared/contract/procedures/changes.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import { type FileContent, isSameContent } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { ChangedFile } from '#shared/projections/changes.ts'
import type { OpenWorkspaces } from '../sessions/open-workspaces.ts'
import { getSession } from '../sessions/session-rows.ts'
import type { LiveStates } from '../store/events/live-states.ts'
import type { Store } from '../store/store.ts'
import { decodeText } from '../text/detect-encoding.ts'
import { PLAIN, toRawBytes } from '../workspace/files/text-format.ts'
import { isHashOf } from '../workspace/tree/read-entry.ts'

export interface ChangeParts {
  readonly store: Store
  readonly states: LiveStates
  readonly workspaces: OpenWorkspaces
}

export interface FilePlace {
  readonly sessionId: SessionId
  readonly path: string
}

export async function getFile(
  { store, states }: Pick<ChangeParts, 'store' | 'states'>,
  { sessionId, path }: FilePlace,
): Promise<ChangedFile> {
  getSession(store, sessionId)
  const file = (await states.load(sessionId)).states.changes.files[path]
  if (file) return file
  throw new AppError('not-found', `This session has changed nothing in ${toShown(path)}.`)
}

/** Fails with `conflict` where something has happened to the file that whoever asks has not seen. */
export async function getSeenFile(
  parts: Pick<ChangeParts, 'store' | 'states'>,
  seen: FilePlace & { readonly seq: number },
): Promise<ChangedFile> {
  const file = await getFile(parts, seen)
  if (file.seq === seen.seq) return file
  throw changedMeanwhile(seen.path)
}

/** As it is shown to people: without the root agents see it under. */
export function toShown(path: string): string {
  return path.replace(/^\/workspace\//u, '')
}

export function changedMeanwhile(path: string): AppError {
  const message = `${toShown(path)} has changed meanwhile. Look at what it holds now.`
  return new AppError('conflict', message)
}

/** A content by reference; a text that the session knows already has the name it is known by. */
export async function toContent(
  parts: ChangeParts,
  { sessionId, file }: { readonly sessionId: SessionId; readonly file: ChangedFile },
  asked: DecidedContent,
): Promise<FileContent | null> {
  const known = [file.now, file.base, file.start]
  if (asked.type === 'known') {
    if (!asked.content) return null
    const found = known.find((one) => isSameContent(one, asked.content))
    if (found !== undefined) return found
    throw changedMeanwhile(file.path)
  }
  const bytes = await encode(parts, { sessionId, file }, asked.text)
  const same = known.find((one) => one?.hash && isHashOf(one.hash, bytes))
  return same ?? { hash: parts.store.blobs.put(sessionId, bytes), size: bytes.length }
}

/** Encodes a text as the latest recorded content of its file is. */
async function encode(
  { store, workspaces }: ChangeParts,
  { sessionId, file }: { readonly sessionId: SessionId; readonly file: ChangedFile },
  text: string,
): Promise<Uint8Array> {
  for (const content of [file.now, file.base, file.start]) {
    if (!content?.hash) continue
    const isBlob = content.hash.startsWith('sha256:')
    const bytes = isBlob
      ? store.blobs.get(content.hash)
      : await (await workspaces.get(sessionId)).content(content.hash)
    const found = bytes && (await decodeText(bytes))
    // The text has the byte order mark of its file.
    if (found) return toRawBytes(text, { ...found, hasMark: false }, toShown(file.path))
  }
  return toRawBytes(text, PLAIN, toShown(file.path))
}

/** Fails with `not-found` where the session has no such event. */
export function getEvent(store: Store, sessionId: SessionId, seq: number): AnyEvent {
  for (const [event] of store.events.read(sessionId, { after: seq - 1, through: seq })) {
    if (event) return event
  }
  throw new AppError('not-found', `The session has no event ${seq}.`)
}
