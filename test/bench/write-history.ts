import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import type { Draft } from '#shared/events/index.ts'
import { type ProjectId, RunId, SessionId, SpanId } from '#shared/lib/ids.ts'

export interface History {
  readonly events: number
  readonly sessions: number
  readonly projects: readonly ProjectId[]
}

const DAY_MS = 86_400_000
const BEGIN = Date.UTC(2026, 0, 1)
const COMMON =
  'the to a of and in is it that this for on with be as not are from we at by or can if so has an which all now file test error run value function but will then there read see line code check should use was no call its when one fix first returns what does because'.split(
    ' ',
  )
const SYLLABLES =
  'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu bra cle dro fli gra kno pla sti tre vor'.split(
    ' ',
  )

/** Numbers that look random and are the same every time. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Words as people and models use them: few of them often, most of them hardly ever. */
export class Vocabulary {
  readonly #random = createRandom(7)
  readonly #words: readonly string[]

  constructor(size = 30_000) {
    const made = Array.from({ length: size }, () => this.#make())
    this.#words = [...COMMON, ...made]
  }

  /** The nth most frequent. */
  at(index: number): string {
    return this.#words[index] ?? 'the'
  }

  word(): string {
    return this.at(Math.floor(this.#words.length ** this.#random()) - 1)
  }

  words(count: number): string {
    return Array.from({ length: count }, () => this.word()).join(' ')
  }

  identifier(): string {
    const second = this.word()
    return `${this.word()}${second.charAt(0).toUpperCase()}${second.slice(1)}`
  }

  path(): string {
    return `src/${this.word()}/${this.word()}.ts`
  }

  pick(count: number): number {
    return Math.floor(this.#random() * count)
  }

  #make(): string {
    const count = 2 + this.pick(3)
    return Array.from({ length: count }, () => SYLLABLES[this.pick(SYLLABLES.length)]).join('')
  }
}

/** Writes sessions as agents leave them into a store that nobody has open, past its event log. */
export function writeHistory(file: string, { events, sessions, projects }: History): Vocabulary {
  using opened = new DisposableStack()
  const db = opened.adopt(new Database(file), (one) => one.close())
  db.pragma('synchronous = OFF')
  const vocabulary = new Vocabulary()
  const insertSession = db.prepare('INSERT INTO session VALUES (?, ?, ?, ?, 0)')
  const insert = db.prepare(
    `INSERT INTO event (session_id, seq, at, kind, version, run_id, span_id, agent_id, data)
     VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?)`,
  )
  const write = db.transaction((index: number) => {
    const id = SessionId.parse(`ses_${randomUUID()}`)
    const projectId = projects[index % projects.length]
    if (!projectId) throw new Error('There is a project.')
    const begin = BEGIN + (index * 300 * DAY_MS) / sessions
    insertSession.run(id, projectId, '/project', begin)
    let seq = 0
    const session = sessionOf(vocabulary, { projectId, length: Math.ceil(events / sessions) })
    for (const { kind, data, runId, spanId, agentId } of session) {
      seq += 1
      const ids = [runId ?? null, spanId ?? null, agentId ?? null]
      insert.run(id, seq, begin + seq * 90, kind, ...ids, JSON.stringify(data))
    }
  })
  for (let index = 0; index < sessions; index += 1) write(index)
  return vocabulary
}

const runId = RunId.parse('run_bench')
const agentId = SpanId.parse('spn_lead')
const model = { provider: 'openai', model: 'm' }
const usage = {
  inputTokens: 900,
  outputTokens: 90,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
}

interface Shape {
  readonly projectId: ProjectId
  /** In events. */
  readonly length: number
}

function* sessionOf(vocabulary: Vocabulary, { projectId, length }: Shape): Generator<Draft> {
  let left = length
  const beginning: readonly Draft[] = [
    { kind: 'session.created', data: { projectId, projectName: 'project', root: '/project' } },
    { kind: 'session.renamed', data: { title: vocabulary.words(5), by: 'host' } },
    {
      kind: 'input.received',
      data: { text: vocabulary.words(40), attachments: [], files: [], isQueued: false },
    },
    { kind: 'run.started', runId, data: { model, profile: 'standard', limits: {} } },
    { kind: 'agent.started', runId, spanId: agentId, agentId, data: lead },
  ]
  for (const draft of beginning) yield draft
  left -= beginning.length
  for (let step = 0; left > 0; step += 1) {
    for (const draft of stepOf(vocabulary, step)) {
      if (left === 0) return
      left -= 1
      yield draft
    }
  }
}

const lead = { type: 'lead', description: 'Leads', model }

function* stepOf(vocabulary: Vocabulary, step: number): Generator<Draft> {
  const ids = { runId, agentId, spanId: SpanId.parse(`spn_model_${step}`) }
  const request = { messages: [], params: {} }
  yield { kind: 'model.started', ...ids, data: { ...model, purpose: 'step', attempt: 1, request } }
  for (const channel of ['reasoning', 'text'] as const) {
    for (let piece = 0; piece < 12; piece += 1) {
      const text = `${vocabulary.words(4)} ${piece === 5 ? vocabulary.identifier() : ''} `
      yield { kind: 'model.delta', ...ids, data: { channel, text } }
    }
  }
  const ended = { ...model, outcome: 'ok', usage, isEstimated: false, costUsd: 0.01 } as const
  yield { kind: 'model.ended', ...ids, data: ended }
  yield* callOf(vocabulary, step)
  const checkpoint = { checkpointId: `c${step}`, namespace: '', step }
  yield { kind: 'checkpoint.saved', runId, agentId, data: checkpoint }
}

function* callOf(vocabulary: Vocabulary, step: number): Generator<Draft> {
  const ids = { runId, agentId, spanId: SpanId.parse(`spn_tool_${step}`) }
  const path = `/workspace/${vocabulary.path()}`
  const args = { json: { path, note: vocabulary.words(6) } }
  const title = `Read ${path}`
  const started = {
    toolCallId: `t${step}`,
    name: 'read_file',
    title,
    effect: 'read',
    args,
  } as const
  yield { kind: 'tool.started', ...ids, data: started }
  if (step % 3 === 0) {
    for (let piece = 0; piece < 6; piece += 1) {
      yield { kind: 'terminal.output', ...ids, data: { text: `${vocabulary.words(20)}\r\n` } }
    }
    yield { kind: 'terminal.ended', ...ids, data: { exitCode: 0 } }
  }
  if (step % 4 === 0) yield { kind: 'file.changed', ...ids, data: { path, ...change } }
  const result = `${vocabulary.identifier()} ${vocabulary.words(100 + vocabulary.pick(200))}`
  yield { kind: 'tool.ended', ...ids, data: { outcome: 'ok', result } }
}

const change = {
  before: null,
  after: null,
  added: 3,
  removed: 1,
  by: { type: 'call' as const, spanIds: [] },
}
