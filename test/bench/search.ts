import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectClient } from '#shared/contract/client.ts'
import { contract, type HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import { ProjectId, type SessionId } from '#shared/lib/ids.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'
import { createPair } from '../../src-main/transports/in-process.ts'
import { serve } from '../../src-main/transports/serve-contract.ts'
import { openTestHost } from '../support/host-fixture.ts'
import type { Row } from './row.ts'
import { type Vocabulary, writeHistory } from './write-history.ts'

const PROMISED_MS = 100
const QUESTIONS = 400
const PROJECTS = ['prj_one', 'prj_two', 'prj_three'].map((id) => ProjectId.parse(id))

type Question = Parameters<Client<HostContract>['search.find']>[0]

/** A long history is written, indexed, and asked of through the contract. */
export async function measureSearch(events = 1_000_000): Promise<Row[]> {
  await using owned = new AsyncDisposableStack()
  const dataDir = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  owned.defer(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  await (await openStore({ dataDir, clock: systemClock, mode: 'owner' }))[Symbol.asyncDispose]()
  const history = { events, sessions: events / 2_000, projects: PROJECTS }
  const vocabulary = writeHistory(join(dataDir, 'orrery.db'), history)
  const host = owned.use(await openTestHost({ dataDir }))
  const pair = createPair()
  owned.use(serve(pair.host, { contract, handlers: host.handlers, report: fail }))
  const client = connectClient(owned.use(pair.client), contract)
  await client['sessions.list']({})
  const indexMs = await waitForIndex(client)
  const times = await askAll(client, vocabulary)
  const sizeOf = (name: string) => statSync(join(dataDir, name)).size / 1024 / 1024
  return toRows(events, {
    times,
    indexMs,
    indexMb: sizeOf('search.db'),
    storeMb: sizeOf('orrery.db'),
  })
}

function fail(error: unknown): void {
  throw error
}

/** Answers how long it took, in milliseconds. */
async function waitForIndex(client: Client<HostContract>): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const { indexing } = await client['search.find']({ text: 'the', limit: 1 })
    if (!indexing) return performance.now() - startedAt
    await delay(200)
  }
}

async function askAll(
  client: Client<HostContract>,
  vocabulary: Vocabulary,
): Promise<readonly number[]> {
  const { found } = await client['search.find']({ text: 'the', limit: 1 })
  const questions = questionsOf(vocabulary, found[0]?.sessionId)
  const times: number[] = []
  for (let index = 0; index < QUESTIONS; index += 1) {
    const question = questions[index % questions.length]?.()
    if (!question) continue
    const startedAt = performance.now()
    await client['search.find'](question)
    times.push(performance.now() - startedAt)
  }
  return times.sort((a, b) => a - b)
}

/** What people look for: very common words, rare ones, names of things, and what is not there. */
function questionsOf(
  vocabulary: Vocabulary,
  sessionId: SessionId | undefined,
): readonly (() => Question)[] {
  const common = () => vocabulary.at(vocabulary.pick(40))
  const usual = () => vocabulary.at(100 + vocabulary.pick(1_000))
  const rare = () => vocabulary.at(20_000 + vocabulary.pick(9_000))
  const [projectId] = PROJECTS
  return [
    () => ({ text: common() }),
    () => ({ text: `${common()} ${common()} ${common()}` }),
    () => ({ text: usual() }),
    () => ({ text: `${usual()} ${usual()}` }),
    () => ({ text: `${common()} ${rare()}` }),
    () => ({ text: rare() }),
    () => ({ text: vocabulary.identifier() }),
    () => ({ text: vocabulary.path() }),
    () => ({ text: `"${common()} ${common()}"` }),
    () => ({ text: `"${usual()} ${usual()}` }),
    () => ({ text: usual().slice(0, 2) }),
    () => ({ text: usual().slice(0, 3) }),
    () => ({ text: usual().slice(0, 4) }),
    () => ({ text: `${common()} ${usual().slice(0, 5)}` }),
    () => ({ text: 'nothingiscalledthat' }),
    () => ({ text: `${common()} --nosuchflag` }),
    () => ({ text: common(), ...(sessionId && { sessionId }) }),
    () => ({ text: `${common()} ${usual()}`, ...(projectId && { projectId }) }),
    () => ({ text: `${common()} ${common()}`, types: ['prompt', 'name'] }),
    () => ({ text: usual(), types: ['file'] }),
  ]
}

interface Measured {
  /** Sorted, in milliseconds. */
  readonly times: readonly number[]
  readonly indexMs: number
  readonly indexMb: number
  readonly storeMb: number
}

function toRows(events: number, { times, indexMs, indexMb, storeMb }: Measured): Row[] {
  const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN
  const count = events.toLocaleString('en')
  return [
    {
      what: `a search over ${count} events: 95th percentile of ${times.length} questions`,
      ours: p95,
      baseline: PROMISED_MS,
      of: 'what is promised',
      unit: 'ms',
      promised: 1,
    },
    {
      what: `the same: its index, made at ${Math.round(events / (indexMs / 1000)).toLocaleString('en')} events a second`,
      ours: indexMb,
      baseline: storeMb,
      of: 'the store it is of',
      unit: 'MiB',
    },
  ]
}
