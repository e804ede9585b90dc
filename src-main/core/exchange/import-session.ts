import { createReadStream, existsSync } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { WorkLanes } from '#shared/contract/procedures/host.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { Hash, ProjectId, SessionId } from '#shared/lib/ids.ts'
import { fold } from '#shared/projections/define.ts'
import { status } from '#shared/projections/status.ts'
import { hashOf } from '../runtime/ids.ts'
import { upcastEvent } from '../store/events/event-row.ts'
import type { Store } from '../store/store.ts'
import { splitLines } from '../text/split-lines.ts'

/** The first line of a session's file. */
export const Header = z.object({
  format: z.literal('orrery-session'),
  /** Of the file; events have versions of their own kinds. */
  version: z.literal(1),
  sessionId: SessionId,
  projectId: ProjectId,
  root: z.string(),
  title: z.string(),
  createdAt: z.number(),
  durationMs: z.number().nonnegative(),
  agents: z.int().nonnegative(),
  events: z.int().nonnegative(),
  /** What it looks like from afar; files from before this was written have none. */
  lanes: WorkLanes.optional(),
})
export type Header = z.infer<typeof Header>

/** Every further line: events in order, each after the contents that it is the first to refer to. */
const Line = z.union([
  z.object({ blob: Hash, base64: z.base64() }),
  z.object({
    // Its data is parsed by its kind's schema when it is written to the log.
    event: z.custom<AnyEvent>((value) => typeof value === 'object' && value !== null),
    /** Of the event's kind. Files without it are older than the first kind of version 2. */
    version: z.int().positive().default(1),
  }),
])
type Line = z.infer<typeof Line>

/**
 * Brings a session in from a file, with the times and the name it had. One that is there already
 * stays as it is. Answers its id.
 */
export async function importSession(store: Store, path: string): Promise<SessionId> {
  const header = await getHeader(path)
  const { sessionId } = header
  if (!store.sessions.find(sessionId)) await bringIn(store, header, path)
  return sessionId
}

/** What a session's file says of itself; `undefined` where there is no such file. */
export async function findHeader(path: string): Promise<Header | undefined> {
  return existsSync(path) ? getHeader(path) : undefined
}

async function getHeader(path: string): Promise<Header> {
  if (!existsSync(path)) throw new AppError('not-found', `There is no file ${path}.`)
  for await (const line of readLines(path)) return parse(Header, line, path)
  throw damaged(path)
}

async function bringIn(store: Store, header: Header, path: string): Promise<void> {
  const { sessionId, projectId, root, createdAt } = header
  const events: AnyEvent[] = []
  const contents = new Map<Hash, Uint8Array>()
  let isHeader = true
  for await (const text of readLines(path)) {
    const line = isHeader ? undefined : parse(Line, text, path)
    isHeader = false
    if (line && 'event' in line) {
      events.push(withoutAddress(upcastEvent(line.event, line.version)))
    } else if (line) contents.set(line.blob, contentOf(line, path))
  }
  // What it refers to by seq would be something else.
  if (events.some(({ seq }, index) => seq !== index + 1)) throw damaged(path)
  const row = { id: sessionId, projectId, root, createdAt }
  await store.sessions.adopt(row, { events: [...events, ...endOfWait(events)], contents })
}

/** Nothing that was imported runs unless a person resumes it: a wait would end automatically. */
function endOfWait(events: readonly AnyEvent[]): readonly AnyEvent[] {
  const last = events.at(-1)
  if (!last || !fold(status, status.init(), events).wait) return []
  const { sessionId, seq, at } = last
  return [{ sessionId, seq: seq + 1, at, kind: 'limit.resolved', data: { how: 'stopped' } }]
}

/** Going on with a session of somebody else's must not take a person's key to an address it names. */
function withoutAddress(event: AnyEvent): AnyEvent {
  const { data } = event
  if (!('model' in data) || typeof data.model !== 'object') return event
  const { provider, model } = data.model
  // The same kind of event, with a model that has one optional field less.
  return { ...event, data: { ...data, model: { provider, model } } } as AnyEvent
}

function contentOf(
  { blob, base64 }: Extract<Line, { readonly blob: unknown }>,
  path: string,
): Uint8Array {
  const content = Buffer.from(base64, 'base64')
  if (hashOf(content) === blob) return content
  throw damaged(path)
}

async function* readLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const unpacked = file.pipe(createGunzip()).setEncoding('utf8')
  file.on('error', (error) => unpacked.destroy(error))
  try {
    yield* splitLines(unpacked)
  } finally {
    unpacked.destroy()
    file.destroy()
  }
}

function parse<T>(schema: { parse(value: unknown): T }, line: string, path: string): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch (cause) {
    throw damaged(path, cause)
  }
}

function damaged(path: string, cause?: unknown): AppError {
  const message = `${path} is not a session that this Orrery can read.`
  return new AppError('invalid-input', message, { cause })
}
