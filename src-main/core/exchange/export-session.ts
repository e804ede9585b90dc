import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { eventKinds } from '#shared/events/index.ts'
import type { Hash, SessionId } from '#shared/ids.ts'
import { fold } from '#shared/projections/define.ts'
import { status } from '#shared/projections/status.ts'
import { timeline } from '#shared/projections/timeline.ts'
import type { Store } from '../log/store.ts'
import { getSession } from '../session-rows.ts'
import type { Header } from './format.ts'
import { Rewriter } from './rewriter.ts'
import { workLanesOf } from './work-lanes.ts'

/** What stands for what in a file: for a machine's own paths, say. */
export type Replacements = readonly (readonly [from: string, to: string])[]

export interface Export {
  readonly sessionId: SessionId
  /** The file to write. */
  readonly path: string
  readonly replacements?: Replacements
  /** Where the contents of a repository are found; they are in the file under names of its own. */
  readonly findContent?: (hash: Hash) => Promise<Uint8Array | undefined>
}

/** Writes a session with everything its log refers to, as gzipped lines of JSON. */
export async function exportSession(store: Store, asked: Export): Promise<void> {
  const lines = toLines(store, asked)
  await pipeline(Readable.from(lines), createGzip({ level: 9 }), createWriteStream(asked.path))
}

async function* toLines(
  store: Store,
  { sessionId, replacements = [], findContent }: Export,
): AsyncGenerator<string> {
  const contents: (readonly [Hash, Uint8Array])[] = []
  const rewriter = new Rewriter({
    find: async (hash) => store.blobs.get(hash) ?? (await findContent?.(hash)),
    text: (text) => replacements.reduce((all, [from, to]) => all.replaceAll(from, to), text),
    keep: async (...content) => void contents.push(content),
  })
  yield `${JSON.stringify(await rewriter.rewrite(headerOf(store, sessionId)))}\n`
  for (const page of store.events.read(sessionId)) {
    for (const event of page) {
      const rewritten = await rewriter.rewriteEvent(event)
      yield* contents.splice(0).map(toBlobLine)
      const version = eventKinds.get(event.kind)?.version
      yield `${JSON.stringify({ event: rewritten, version })}\n`
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
  const { firstAt = createdAt, lastAt = createdAt, laneOrder } = time
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
    events: store.events.lastSeq(sessionId),
    lanes: workLanesOf(time),
  }
}
