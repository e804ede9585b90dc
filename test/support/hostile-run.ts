import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { ModelRequest, Reply, ReplyCall } from './model-server.ts'
import { type FixtureOptions, openRunFixture, type RunFixture } from './run-fixture.ts'

/** Stands in a file beside the project: nothing an agent is told may hold it. */
export const SECRET = 'what lies beside the project'

/** Links that a malicious project brings along, and one that leads nowhere yet. */
export const links = {
  out: '..',
  'out.txt': '../secret.txt',
  'new.txt': '../new.txt',
  'src/far': '../..',
  'rules-link': '.orrery',
}

/** What else is in it. */
export const files = {
  'a.txt': 'one\n',
  'src/b.txt': 'two\n',
  '.orrery/settings.json': '{ "interruptOn": {} }',
  'package.json': '{ "scripts": { "test": "echo tested" } }',
}

/** What became of a call. */
export type Fate = 'ran' | 'failed' | 'asked' | 'denied'

export interface HostileRun extends AsyncDisposable {
  readonly fixture: RunFixture
  /** Of each call, in the order they were given. */
  readonly fates: readonly Fate[]
  /** All that the model was told. */
  readonly told: string
}

interface HostileOptions extends FixtureOptions {
  readonly calls: readonly ReplyCall[]
  /** Makes them through a subagent of this type, in place of the lead. */
  readonly through?: string
  /** Links in the project, by path, with where each leads. */
  readonly links?: Readonly<Record<string, string>>
}

/** Lets a model make all of `calls` at once, and stops the run when each of them has met its fate. */
export async function runHostile(options: HostileOptions): Promise<HostileRun> {
  const { calls, through, links = {}, ...rest } = options
  const named = calls.map((call, index) => ({ ...call, id: `call_${index}` }))
  const script = scriptOf(named, through)
  const limits = { failuresInRow: 1000, repeats: 1000 }
  const fixture = await openRunFixture({ profile: 'standard', limits, script, ...rest })
  writeFileSync(join(fixture.root, '../secret.txt'), SECRET)
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(fixture.root, path)), { recursive: true })
    symlinkSync(target, join(fixture.root, path))
  }
  await fixture.runs.send(fixture.sessionId, { text: 'go' })
  const ids = named.map(({ id }) => id)
  const unmet = () => findFates(fixture, ids).filter((fate) => fate === undefined)
  await expect.poll(unmet, WAITING).toEqual([])
  const fates = findFates(fixture, ids).flatMap((fate) => fate ?? [])
  if (!fates.includes('asked')) await fixture.runs.idle(fixture.sessionId)
  return {
    fixture,
    fates,
    told: fixture.server.requests.map(({ body }) => JSON.stringify(body['messages'])).join('\n'),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  }
}

const WAITING = { timeout: 45_000, interval: 50 }

function scriptOf(calls: readonly ReplyCall[], through: string | undefined) {
  const task = { description: 'as told', subagent_type: through }
  return ({ messages }: ModelRequest): Reply => {
    if (messages.some(({ role }) => role === 'tool')) return { text: 'Done.' }
    if (through === undefined || messages[0]?.text !== 'go') return { calls }
    return { calls: [{ name: 'task', args: task }] }
  }
}

function findFates(fixture: RunFixture, ids: readonly string[]): readonly (Fate | undefined)[] {
  const events = fixture.events()
  const spans = new Map<string, string>()
  const fates = new Map<string, Fate>()
  for (const { kind, data, spanId = '' } of events) {
    if (kind === 'approval.requested') fates.set(data.toolCallId, 'asked')
    if (kind === 'tool.started') spans.set(spanId, data.toolCallId)
    if (kind === 'tool.ended') fates.set(spans.get(spanId) ?? '', toFate(data.outcome))
  }
  return ids.map((id) => fates.get(id))
}

function toFate(outcome: string): Fate {
  if (outcome === 'ok') return 'ran'
  return outcome === 'denied' ? 'denied' : 'failed'
}
