import { expect, test } from 'vitest'
import { type ForkedHost, openForkedHost } from '../../../test/support/forked-host.ts'
import type { Script } from '../../../test/support/model-server.ts'
import { calls, says, scriptAgents, task, toldIn } from '../../../test/support/scripted-agents.ts'

const write = (path: string) =>
  calls({ name: 'write_file', args: { file_path: `/workspace/${path}`, content: 'x' } })

const recorded = scriptAgents({
  'Begin.': [
    calls({ name: 'write_todos', args: { todos: [{ content: 'One', status: 'in_progress' }] } }),
    calls(task('Look around.')),
    write('lead.txt'),
    calls({ name: 'execute', args: { command: 'node -e 1' } }),
  ],
  'Look around.': [write('sub.txt'), says('Seen.')],
})

const NEXT = 'And now?'

/** Whoever is asked what is next has nothing more to do. */
const script: Script = (request, ...rest) =>
  toldIn(request).includes(NEXT) ? { text: 'Nothing.' } : recorded(request, ...rest)

/** A run in which a person approves everything that is asked. */
async function record(host: ForkedHost): Promise<void> {
  const { client, sessionId } = host
  await client['sessions.configure']({ sessionId, profile: 'standard' })
  const { runId } = await client['sessions.send']({ sessionId, text: 'Begin.' })
  for await (const page of client['sessions.events']({ sessionId })) {
    for (const event of page) {
      if (event.kind === 'approval.requested') {
        const { approvalId } = event.data
        await client['approvals.decide']({ sessionId, approvalId, decision: 'approve' })
      }
    }
    if (page.some(({ kind, ...event }) => kind === 'run.ended' && event.runId === runId)) return
  }
}

/** A fork of that moment is idle, and a run in it ends well. */
async function forkAt(host: ForkedHost, seq: number): Promise<void> {
  const { sessionId } = await host.client['sessions.fork']({ sessionId: host.sessionId, seq })
  const { status, approvals, timeline } = await host.states(sessionId)
  expect([status.runId, approvals.open], `idle at ${seq}`).toEqual([undefined, []])
  expect(Object.values(timeline.spans).filter((span) => !span.endedAt)).toEqual([])
  const after = await host.prompt(NEXT, sessionId)
  expect(after.status.lastOutcome, `at ${seq}`).toBe('ok')
}

/** That no model was told half a call. */
function checkRequests({ server }: ForkedHost): void {
  for (const { messages } of server.requests) {
    const idsOf = (wanted: string) =>
      messages.filter(({ role }) => role === wanted).flatMap(({ callIds }) => callIds)
    expect(idsOf('tool')).toEqual(idsOf('assistant'))
  }
}

/** So many run at once. */
const AT_ONCE = 8
/** A fork of each moment takes a minute: of every so manyth, a few seconds. */
const APART = 8

test('after any event of a run with approvals and a subagent, a fork begins idle and runs on', async () => {
  await using host = await openForkedHost({ script })
  await record(host)
  const events = await host.events()
  const kinds = new Set(events.map(({ kind }) => kind))
  expect([...kinds]).toEqual(expect.arrayContaining(['approval.decided', 'agent.ended']))
  const seqs = events.flatMap(({ seq }) => (seq % APART === 0 ? seq : []))
  const first = host.server.requests.length
  for (let from = 0; from < seqs.length; from += AT_ONCE) {
    await Promise.all(seqs.slice(from, from + AT_ONCE).map((seq) => forkAt(host, seq)))
  }
  expect(host.server.requests.length - first).toBe(seqs.length)
  checkRequests(host)
}, 120_000)
