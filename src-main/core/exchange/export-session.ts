import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Hash, SessionId } from '#shared/ids.ts'
import { fold } from '#shared/projections/define.ts'
import { status } from '#shared/projections/status.ts'
import { timeline } from '#shared/projections/timeline.ts'
import type { Store } from '../log/store.ts'
import { getSession } from '../session-rows.ts'
import type { Header } from './format.ts'
import { type Replacements, Rewriter } from './rewriter.ts'
import { workLanesOf } from './work-lanes.ts'

export interface Export {
  readonly sessionId: SessionId
  /** The file to write. */
  readonly path: string
  /** What stands for what in the file: a machine's own paths, say. */
  readonly replacements?: Replacements
  /** Where the contents of a repository are found; they are in the file under names of its own. */
  readonly findContent?: (hash: Hash) => Promise<Uint8Array | undefined>
}

/** Writes a session with everything its log refers to, as gzipped lines of JSON. */
export async function exportSession(store: Store, asked: Export): Promise<void> {
  const { path, replacements = [], findContent } = asked
  const find = async (hash: Hash) => store.blobs.get(hash) ?? (await findContent?.(hash))
  const lines = toLines(store, asked.sessionId, new Rewriter(find, replacements))
  await pipeline(Readable.from(lines), createGzip({ level: 9 }), createWriteStream(path))
}

async function* toLines(
  store: Store,
  sessionId: SessionId,
  rewriter: Rewriter,
): AsyncGenerator<string> {
  yield `${await rewriter.rewrite(JSON.stringify(headerOf(store, sessionId)))}\n`
  for (const page of store.events.read(sessionId)) {
    for (const event of page) {
      const text = await rewriter.rewrite(JSON.stringify(event))
      yield* rewriter.takeContents().map(toBlobLine)
      yield `{"event":${text}}\n`
    }
  }
}

function toBlobLine([hash, content]: readonly [Hash, Uint8Array]): string {
  const base64 = Buffer.from(content).toString('base64')
  return `${JSON.stringify({ blob: hash, base64 })}\n`
}

function headerOf(store: Store, sessionId: SessionId): Header {
  const { projectId, root, createdAt } = getSession(store, sessionId)
  const [told, time] = [status.init(), timeline.init()]
  for (const page of store.events.read(sessionId)) {
    fold(status, told, page)
    fold(timeline, time, page)
  }
  const { firstAt = createdAt, lastAt = createdAt, lastSeq, laneOrder } = time
  return {
    format: 'orrery-session',
    version: 1,
    sessionId,
    projectId,
    root,
    title: told.title ?? '',
    createdAt,
    durationMs: lastAt - firstAt,
    agents: laneOrder.length,
    events: lastSeq,
    lanes: workLanesOf(time),
  }
}
