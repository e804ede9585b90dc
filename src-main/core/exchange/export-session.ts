import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { WorkLanes } from '#shared/contract/procedures/host.ts'
import { eventKinds } from '#shared/events/index.ts'
import type { Hash, SessionId } from '#shared/lib/ids.ts'
import { fold } from '#shared/projections/define.ts'
import type { Span } from '#shared/projections/spans.ts'
import { status } from '#shared/projections/status.ts'
import { type TimelineState, timeline } from '#shared/projections/timeline.ts'
import { getSession } from '../sessions/session-rows.ts'
import type { Store } from '../store/store.ts'
import type { Header } from './import-session.ts'
import { Rewriter } from './rewriter.ts'

/** What stands for what in a file: for a machine's own paths, say. */
type Replacements = readonly (readonly [from: string, to: string])[]

interface Export {
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

/** Pauses shorter than this part of the whole are not told apart. */
const SHORTEST_PAUSE = 1 / 250

/** When each agent was at work: its model calls and its tools, but not its waiting for others. */
export function workLanesOf(timeline: TimelineState): WorkLanes {
  const { firstAt = 0, lastAt = 0, laneOrder, order, spans } = timeline
  const pauseMs = (lastAt - firstAt) * SHORTEST_PAUSE
  const work = order.flatMap((id) => spans[id] ?? []).filter(isWork)
  return laneOrder.map((agentId) => {
    const own = work.filter((span) => span.agentId === agentId)
    const times = own.map(
      ({ startedAt, endedAt = lastAt }) =>
        [Math.round(startedAt - firstAt), Math.round(endedAt - firstAt)] as const,
    )
    return joinTouching(times, pauseMs)
  })
}

/** A call that a subagent hangs from waits for it. */
function isWork(span: Span): boolean {
  return span.type === 'model' || (span.type === 'tool' && span.subagentId === undefined)
}

function joinTouching(
  times: readonly (readonly [from: number, to: number])[],
  pauseMs: number,
): [number, number][] {
  const joined: [number, number][] = []
  for (const [from, to] of times) {
    const last = joined.at(-1)
    if (last && from - last[1] <= pauseMs) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}
