/**
 * A process that lets a session go on, and approves what it asks, for tests that kill it. Arguments: the
 * data folder, the model server, the session, the project. When it is sent an order, it says of each call
 * that was cut off what a person would who looks, and goes on, or begins. Every event is sent as it is seen.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyEvent, Draft } from '#shared/events/index.ts'
import { SessionId } from '#shared/lib/ids.ts'
import type { UnfinishedCall } from '#shared/projections/calls.ts'
import { openRuns } from './run-fixture.ts'

/** What the process is told to do. */
export interface Order {
  readonly prompt: string
}

/** What it tells. */
export type Told =
  | { readonly type: 'ready' }
  | { readonly type: 'events'; readonly events: readonly AnyEvent[] }

const [dataDir = '', url = '', session = '', root = ''] = process.argv.slice(2)
const sessionId = SessionId.parse(session)
const server = { url, origin: url.replace(/\/v1$/, '') }

const tell = (told: Told) => process.send?.(told)
process.once('message', (order: Order) => void work(order))
process.once('disconnect', () => process.exit())
tell({ type: 'ready' })

type Opened = Awaited<ReturnType<typeof openRuns>>

async function work({ prompt }: Order): Promise<void> {
  const opened = await openRuns({ dataDir, server })
  const { runs, store, states } = opened
  const { calls, status } = (await states.load(sessionId)).states
  await store.events.append(sessionId, Object.values(calls.unfinished).map(toResolved))
  void follow(opened)
  if (status.runs === 0) await runs.send(sessionId, { text: prompt })
  else await runs.resume(sessionId)
}

async function follow({ runs, store, states }: Opened): Promise<void> {
  const { signal } = new AbortController()
  for await (const events of store.events.follow(sessionId, 0, signal)) {
    tell({ type: 'events', events })
    const { open } = states.of(sessionId).states.approvals
    const asked = events.flatMap(({ kind, data }) =>
      kind === 'approval.requested' ? data.approvalId : [],
    )
    for (const approvalId of asked.filter((id) => open.includes(id))) {
      await runs.decide(sessionId, { approvalId, decision: 'approve' })
    }
  }
}

function toResolved(call: UnfinishedCall): Draft {
  const { spanId, agentId, toolCallId } = call
  const data = { toolCallId, resolution: hasEffect(call) ? 'done' : 'again' } as const
  return { kind: 'call.resolved', spanId, agentId, data }
}

/** What a person sees who looks at what a call was to do. */
function hasEffect({ name, args }: UnfinishedCall): boolean {
  const said = JSON.stringify('json' in args ? args.json : '')
  if (name !== 'run_command') return existsSync(join(root, wordIn(/\/workspace\/([\w.-]+)/, said)))
  const effects = join(root, 'effects.txt')
  const lines = existsSync(effects) ? readFileSync(effects, 'utf8').split('\n') : []
  return lines.includes(wordIn(/echo (\S+)/, said))
}

function wordIn(pattern: RegExp, text: string): string {
  const [, word] = pattern.exec(text) ?? []
  if (word === undefined) throw new Error(`It does not say what it does: ${text}`)
  return word
}
