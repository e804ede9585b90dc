import Database from 'better-sqlite3'
import type { Draft } from '#shared/events/index.ts'
import { ProjectId, RunId, SessionId, SpanId } from '#shared/lib/ids.ts'
import { costOf } from '#shared/pricing/pricing.ts'
import { Chance } from '../support/large-session/chance.ts'

export interface Spending {
  readonly sessions: number
  readonly calls: number
  /** When the last session ends, in milliseconds since the epoch. */
  readonly until: number
  readonly days: number
}

const DAY_MS = 86_400_000
const TYPES = ['lead', 'debugger', 'tester', 'code-analyzer', 'general-purpose']
const MODELS = [
  { provider: 'anthropic', model: 'large', inputUsd: 3, outputUsd: 15 },
  { provider: 'openai', model: 'middle', inputUsd: 1.25, outputUsd: 10 },
  { provider: 'anthropic', model: 'small', inputUsd: 0.8, outputUsd: 4 },
]
const TOOLS = [['read_file'], ['grep'], ['edit_file'], ['run_command'], ['read_file', 'grep'], []]
const TITLES = ['Find the slow query', 'Repair the tests', 'Write the importer', 'Review the form']
const PROJECTS = ['storefront', 'importer', 'handbook']

/** Writes sessions into a store that nobody has open, of which nothing is told but what they cost. */
export function writeSpending(file: string, { sessions, calls, until, days }: Spending): void {
  using opened = new DisposableStack()
  const db = opened.adopt(new Database(file), (one) => one.close())
  db.pragma('synchronous = OFF')
  const insertProject = db.prepare('INSERT INTO project VALUES (?, ?, ?, ?, 1)')
  PROJECTS.forEach((name, index) => {
    insertProject.run(`prj_${name}`, `/projects/${name}`, name, until - index)
  })
  const insertSession = db.prepare('INSERT INTO session VALUES (?, ?, ?, ?, 0)')
  const insert = db.prepare(
    `INSERT INTO event (session_id, seq, at, kind, version, run_id, span_id, agent_id, data)
     VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?)`,
  )
  const chance = new Chance(11)
  const write = db.transaction((index: number) => {
    const id = SessionId.parse(`ses_spent${index}`)
    const name = PROJECTS[index % PROJECTS.length] ?? ''
    const begin = until - ((sessions - index) * days * DAY_MS) / sessions
    const project = ProjectId.parse(`prj_${name}`)
    insertSession.run(id, project, `/projects/${name}`, begin)
    let seq = 0
    for (const { at, kind, data, runId, spanId, agentId } of spend(chance, {
      title: TITLES[index % TITLES.length] ?? '',
      project: { projectId: project, projectName: name, root: `/projects/${name}` },
      calls: Math.ceil(calls / sessions),
    })) {
      seq += 1
      const ids = [runId ?? null, spanId ?? null, agentId ?? null]
      insert.run(id, seq, begin + at, kind, ...ids, JSON.stringify(data))
    }
  })
  for (let index = 0; index < sessions; index += 1) write(index)
}

interface Session {
  readonly title: string
  readonly project: Extract<Draft, { kind: 'session.created' }>['data']
  readonly calls: number
}

/** `at` is milliseconds since its beginning. */
function* spend(
  chance: Chance,
  { title, project, calls }: Session,
): Generator<Draft & { readonly at: number }> {
  const runId = RunId.parse('run_spent')
  yield { at: 0, kind: 'session.created', data: project }
  yield { at: 0, kind: 'session.renamed', data: { title, by: 'host' } }
  for (const type of TYPES) {
    const agentId = SpanId.parse(`spn_${type}`)
    const model = { provider: 'anthropic', model: 'large' }
    yield {
      ...{ at: 0, kind: 'agent.started', runId, agentId, spanId: agentId },
      data: { type, description: type, model },
    }
  }
  for (let call = 0; call < calls; call += 1) yield { at: call * 15_000, ...callOf(chance, call) }
}

function callOf(chance: Chance, call: number): Draft {
  const pick = <T>(from: readonly T[]) => from[chance.whole(0, from.length - 1)]
  const { inputUsd = 0, outputUsd = 0, provider = '', model = '' } = pick(MODELS) ?? {}
  const inputTokens = chance.whole(2_000, 60_000)
  const usage = {
    inputTokens,
    outputTokens: chance.whole(50, 1_500),
    cacheReadTokens: Math.floor(inputTokens * 0.7),
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  }
  const price = { inputUsd, outputUsd, cacheReadUsd: inputUsd / 10, source: 'the benchmark' }
  const agentId = SpanId.parse(`spn_${pick(TYPES) ?? 'lead'}`)
  const ids = { runId: RunId.parse('run_spent'), agentId, spanId: SpanId.parse(`spn_${call}`) }
  const spent = { provider, model, usage, price, costUsd: costOf(usage, price) }
  const data = { ...spent, outcome: 'ok', isEstimated: false, tools: pick(TOOLS) ?? [] } as const
  return { kind: 'model.ended', ...ids, data: { ...data, tools: [...data.tools] } }
}
