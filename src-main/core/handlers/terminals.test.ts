import { expect, test } from 'vitest'
import type { AnyEvent, EventFor, Kind } from '#shared/events/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { type HostFixture, openHostFixture } from '../../../test/support/host-fixture.ts'
import { calls, scriptAgents } from '../../../test/support/scripted-agents.ts'

const ASKING = 'printf "Name: "; read name < /dev/tty'
const script = scriptAgents({ ask: [calls({ name: 'run_command', args: { command: ASKING } })] })

/** Starts a shell, and runs until it has ended. */
const keeping = scriptAgents({
  keep: [
    calls({ name: 'manage_terminal', args: { action: 'start' } }),
    calls({
      name: 'manage_terminal',
      args: { action: 'wait', terminal: 'terminal-1', pattern: '42', timeout_seconds: 60 },
    }),
  ],
})

/** A command that asks, the terminal it asks in, and what is told of both from there on. */
async function beginAsking({ client, open, createSession }: HostFixture) {
  const sessionId = await createSession(await open())
  await client['sessions.configure']({ sessionId, profile: 'trusted' })
  const told = eventsOf(client, sessionId)
  await client['sessions.send']({ sessionId, text: 'ask' })
  const { spanId } = await until(told, 'terminal.output')
  if (!spanId) throw new Error('A terminal has a span.')
  return { told, ofCall: { sessionId, spanId } }
}

async function* eventsOf(client: HostFixture['client'], sessionId: SessionId) {
  for await (const page of client['sessions.events']({ sessionId, after: 0 })) yield* page
}

async function until<K extends Kind>(
  told: AsyncGenerator<AnyEvent>,
  kind: K,
): Promise<EventFor<K>> {
  for (;;) {
    const { value, done } = await told.next()
    if (done) throw new Error(`There was no ${kind}.`)
    if (isOf(value, kind)) return value
  }
}

function isOf<K extends Kind>(event: AnyEvent, kind: K): event is EventFor<K> {
  return event.kind === kind
}

test('an agent’s terminal that a person takes has no more variables than the agent’s', async () => {
  const env = { PATH: process.env['PATH'] ?? '', GITHUB_TOKEN: 'secret' }
  await using fixture = await openHostFixture({ script: keeping, env })
  const { client } = fixture
  const sessionId = await fixture.createSession(await fixture.open())
  await client['sessions.configure']({ sessionId, profile: 'trusted' })
  const told = eventsOf(client, sessionId)
  await client['sessions.send']({ sessionId, text: 'keep' })
  const { spanId } = await until(told, 'terminal.output')
  if (!spanId) throw new Error('A terminal has a span.')
  const held = client['terminals.hold']({ sessionId, spanId })[Symbol.asyncIterator]()
  await held.next()
  const data = 'echo "[$GITHUB_TOKEN]" $((40 + 2)); exit\n'
  await client['terminals.type']({ sessionId, spanId, data })
  let printed = ''
  for await (const event of told) {
    if (event.kind === 'terminal.output' && event.spanId === spanId) printed += event.data.text
    if (printed.includes('42')) break
  }
  expect(printed).toContain('[] 42')
})

test('a window that goes away gives back the terminal it had taken', async () => {
  await using fixture = await openHostFixture({ script })
  const { told, ofCall } = await beginAsking(fixture)
  const window = fixture.connect()
  const held = window.client['terminals.hold'](ofCall)[Symbol.asyncIterator]()
  await held.next()
  expect((await until(told, 'terminal.taken')).data).toEqual({ holder: 'person' })
  window[Symbol.dispose]()
  expect((await until(told, 'terminal.taken')).data).toEqual({ holder: 'agent' })
  const typing = fixture.client['terminals.type']({ ...ofCall, data: 'Eve\n' })
  await expect(typing).rejects.toMatchObject({ code: 'denied' })
})

test('a window may take a terminal that another has, or give it back, which ends that one’s hold', async () => {
  await using fixture = await openHostFixture({ script })
  const { client } = fixture
  const { told, ofCall } = await beginAsking(fixture)
  const first = client['terminals.hold'](ofCall)[Symbol.asyncIterator]()
  await first.next()
  const second = client['terminals.hold'](ofCall)[Symbol.asyncIterator]()
  await second.next()
  expect(await first.next()).toMatchObject({ done: true })
  await client['terminals.type']({ ...ofCall, data: 'A' })
  await client['terminals.giveBack'](ofCall)
  expect(await second.next()).toMatchObject({ done: true })
  expect((await until(told, 'terminal.taken')).data).toEqual({ holder: 'person' })
  expect((await until(told, 'terminal.taken')).data).toEqual({ holder: 'agent' })
})
