import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { Content, files } from '#shared/contract/procedures/files.ts'
import { Tree } from '#shared/events/file.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Hash, SessionId } from '#shared/lib/ids.ts'
import { findEditor, openInEditor } from '../processes/own-editor.ts'
import { checkFolder, getSession, hasFolder } from '../sessions/session-rows.ts'
import { decodeText } from '../text/detect-encoding.ts'
import type { RawText } from '../text/text-encoding.ts'
import { nameEncoding } from '../workspace/files/text-format.ts'
import { beginRepository, findConditions } from '../workspace/folder-conditions.ts'
import { withPersonPaths } from '../workspace/paths/agent-path.ts'
import type { Parts } from './parts.ts'

/** What a window is given of one content at most. */
const MAX_BYTES = 5 * 1024 * 1024

/** What is shown of a text that is larger. */
const HEAD_BYTES = 256 * 1024

/** A tree is handed over in pieces of this size, so that none holds the thread for long. */
const PIECE_BYTES = 512 * 1024

export function fileHandlers(parts: Parts): Handlers<typeof files> {
  return {
    'files.tree': ({ sessionId, hash }) => readTree(parts, sessionId, hash),
    'files.content': async ({ sessionId, hash }) => {
      const bytes = await findContent(parts, sessionId, hash)
      if (bytes) return await toContent(bytes, bytes.length)
      throw new AppError('not-found', 'This content was not recorded.')
    },
    'files.read': ({ sessionId, path }) =>
      withPersonPaths(async () => {
        if (!(await hasFolder(getSession(parts.store, sessionId)))) {
          return readLogged(parts, sessionId, path)
        }
        const workspace = await parts.workspaces.get(sessionId)
        const { bytes, size, hash } = await workspace.readBytes(path)
        return { content: await toContent(bytes, size), ...(hash && { hash }) }
      }),
    'files.committed': ({ sessionId, path, commit }) =>
      withPersonPaths(async () => {
        await checkFolder(getSession(parts.store, sessionId))
        return (await parts.workspaces.get(sessionId)).committed(path, commit)
      }),
    'files.openOutside': ({ sessionId, path, line }) =>
      withPersonPaths(async () => {
        const { root } = getSession(parts.store, sessionId)
        await checkFolder({ root })
        const workspace = await parts.workspaces.get(sessionId)
        const editor = findEditor(process.env, process.platform)
        await openInEditor({ path: workspace.resolve(path), root, line }, editor)
        return {}
      }),
    'files.conditions': async ({ sessionId }) => {
      const session = getSession(parts.store, sessionId)
      return (await hasFolder(session)) ? findConditions(session.root, parts.store.dataDir) : []
    },
    'files.beginRepository': async ({ sessionId }) => {
      const session = getSession(parts.store, sessionId)
      await checkFolder(session)
      await beginRepository(session.root)
      return {}
    },
    'files.save': ({ sessionId, path, text, base }) =>
      withPersonPaths(async () => {
        const workspace = await parts.workspaces.get(sessionId)
        return { hash: await workspace.save(path, text, base) }
      }),
  }
}

async function* readTree(parts: Parts, sessionId: SessionId, hash: Hash): AsyncGenerator<string> {
  const bytes = await findContent(parts, sessionId, hash)
  if (!bytes) throw new AppError('not-found', 'This tree was not recorded.')
  const decoder = new TextDecoder()
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    yield decoder.decode(bytes.subarray(from, from + PIECE_BYTES), { stream: true })
    await nextTurn()
  }
}

/** A blob needs no open project, so that it can be shown where the folder has gone. */
async function findContent(
  { store, workspaces }: Parts,
  sessionId: SessionId,
  hash: Hash,
): Promise<Uint8Array | undefined> {
  getSession(store, sessionId)
  if (hash.startsWith('sha256:')) return store.blobs.get(hash)
  return (await workspaces.get(sessionId)).content(hash)
}

/** A file as the log last knew it. */
async function readLogged(
  parts: Parts,
  sessionId: SessionId,
  path: string,
): Promise<{ content: Content; hash: Hash }> {
  const { tree, touched } = (await parts.states.load(sessionId)).states.files
  const json = tree && parts.store.blobs.get(tree.ref)
  const entries = json ? Tree.parse(JSON.parse(Buffer.from(json).toString())) : {}
  const changed = touched[path]
  const hash = (changed ? changed.after : entries[path.replace(/^\/workspace\//, '')])?.hash
  const bytes = hash && (await findContent(parts, sessionId, hash))
  if (hash && bytes) return { content: await toContent(bytes, bytes.length), hash }
  throw new AppError('not-found', `${path} was not there when this session was last seen.`)
}

async function toContent(bytes: Uint8Array, size: number): Promise<Content> {
  if (size > MAX_BYTES) return { type: 'too-large', bytes: size, ...(await toHead(bytes)) }
  const text = await decodeText(bytes)
  if (text) return { type: 'text', text: text.raw, ...toEncoding(text) }
  const { buffer, byteOffset, byteLength } = bytes
  return { type: 'binary', base64: Buffer.from(buffer, byteOffset, byteLength).toString('base64') }
}

function toEncoding(text: RawText): { encoding?: string } {
  const encoding = nameEncoding(text)
  return encoding ? { encoding } : {}
}

/** The beginning of a file that is too large, up to a line end: its last line may be cut off. */
async function toHead(bytes: Uint8Array): Promise<{ head?: string }> {
  const beginning = bytes.subarray(0, HEAD_BYTES)
  const end = beginning.lastIndexOf(LINE_FEED) + 1
  // A line feed of UTF-16 LE has another byte, and in what has no line ends a character may be cut off.
  for (const length of [end, end + 1, ...lengthsWithin(beginning)]) {
    const text = length > 1 && (await decodeText(beginning.subarray(0, length)))
    if (text) return { head: text.raw }
  }
  return {}
}

const LINE_FEED = 10

function lengthsWithin({ length }: Uint8Array): readonly number[] {
  return [length, length - 1, length - 2, length - 3]
}
