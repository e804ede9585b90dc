import { expect, test } from 'vitest'
import type { AnyEvent } from '#shared/events/index.ts'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import { providers } from '../../providers/definitions/index.ts'

const models = [
  'openai:gpt-5.4-mini',
  'anthropic:claude-haiku-4-5',
  'google:gemini-3.8-flash',
] as const

/** A lead that delegates, and a subagent that reads, writes and runs; one call of it fails, one is tried again. */
function script({ messages }: ModelRequest, number: number): Reply {
  const step = messages.filter(({ role }) => role === 'assistant').length
  const usage = { input: 500 + step, output: 40, cacheRead: 100 }
  if (messages[0]?.text === 'go') {
    const args = { description: 'work', subagent_type: 'general-purpose' }
    if (step > 0) return { text: 'All of it is done.', usage }
    return {
      reasoning: 'Who can?',
      text: 'I delegate.',
      usage,
      calls: [{ name: 'task', id: 'call_task', args }],
    }
  }
  if (number === 2) return { status: 503 }
  return { usage, ...(steps[step] ?? { text: 'My report.' }) }
}

const steps: readonly Reply[] = [
  {
    text: 'I look at both.',
    calls: [
      { name: 'read_file', id: 'call_read', args: { file_path: '/workspace/a.txt' } },
      { name: 'read_file', id: 'call_none', args: { file_path: '/workspace/none.txt' } },
    ],
  },
  {
    calls: [
      {
        name: 'write_file',
        id: 'call_write',
        args: { file_path: '/workspace/b.txt', content: 'b' },
      },
    ],
  },
  {
    text: 'Now I run it.',
    calls: [{ name: 'run_command', id: 'call_run', args: { command: 'cat b.txt' } }],
  },
]

async function logOf(model: string): Promise<readonly unknown[]> {
  await using fixture = await openRunFixture({ model, script })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  return normalise(fixture, model)
}

/** The log without what differs from run to run, and without the names of models and their prices. */
function normalise(fixture: RunFixture, model: string): readonly unknown[] {
  const [provider = '', name = ''] = model.split(':')
  const names = [
    [fixture.root, 'ROOT'],
    [name, 'MODEL'],
    [providers.find(({ id }) => id === provider)?.label ?? provider, 'PROVIDER'],
    [provider, 'PROVIDER'],
  ] as const
  const ids = new Map<string, string>()
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename)
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rename(one)]))
    }
    if (typeof value !== 'string') return value
    if (/^(?:ses|run|spn|prj|apr)_\w+$/.test(value) || value.startsWith('sha256:')) {
      const id = ids.get(value) ?? `${value.slice(0, 3)} ${ids.size}`
      ids.set(value, id)
      return id
    }
    return names.reduce((text, [from, to]) => text.replaceAll(from, to), value)
  }
  return snapshotsFirst(fixture.events())
    .reduce<readonly AnyEvent[]>(joinPieces, [])
    .map((event) => rename(withoutChance(event)))
}

/** They are taken in the background: when they are done is chance. */
function snapshotsFirst(events: readonly AnyEvent[]): readonly AnyEvent[] {
  const { snapshots = [], others = [] } = Object.groupBy(events, ({ kind }) =>
    kind === 'snapshot.taken' ? 'snapshots' : 'others',
  )
  return [...snapshots, ...others]
}

/** Pieces of one stream are joined by time. */
function joinPieces(events: readonly AnyEvent[], event: AnyEvent): readonly AnyEvent[] {
  const last = events.at(-1)
  const isMore =
    last?.kind === 'model.delta' &&
    event.kind === 'model.delta' &&
    last.spanId === event.spanId &&
    last.data.channel === event.data.channel &&
    last.data.call === event.data.call
  if (!isMore) return [...events, event]
  const text = last.data.text + event.data.text
  return [...events.slice(0, -1), { ...last, data: { ...last.data, text } }]
}

function withoutChance({ at: _at, seq: _seq, ...event }: AnyEvent): unknown {
  switch (event.kind) {
    case 'model.started': {
      // Every provider takes tools and parameters in a form of its own.
      const { messages } = event.data.request
      return { ...event, data: { ...event.data, request: { messages: messages.length } } }
    }
    case 'model.ended': {
      const { price, costUsd, ...data } = event.data
      return { ...event, data: { ...data, isPriced: price !== undefined && costUsd !== null } }
    }
    case 'checkpoint.saved':
      return { kind: event.kind }
    case 'terminal.output':
      return { ...event, data: { ...event.data, text: event.data.text.trim() } }
    default:
      return event
  }
}

test('the same script through every client yields the same log, but for names', async () => {
  const [first, ...others] = await Promise.all(models.map((model) => logOf(model)))
  expect(first?.length).toBeGreaterThan(40)
  for (const other of others) expect(other).toEqual(first)
})
