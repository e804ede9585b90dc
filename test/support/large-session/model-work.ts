import { SpanId } from '#shared/lib/ids.ts'
import { costOf, type Price } from '#shared/pricing/pricing.ts'
import type { Agent, Stage } from './agent.ts'
import { Chance } from './chance.ts'
import type { Step } from './plan.ts'
import type { Work } from './simulation.ts'

const model = { provider: 'anthropic', model: 'claude-sonnet-4-5' }
const price: Price = {
  inputUsd: 3,
  outputUsd: 15,
  cacheReadUsd: 0.3,
  cacheWriteUsd: 3.75,
  source: 'the price list of a bench',
}
const DELTA_MS = 50
const FAILS = 0.015
const RETRY_MS = 2_000

/** A call of the model, made again where it fails. What is said goes to the agent's messages. */
export function* askModel(stage: Stage, agent: Agent, step: Step): Work {
  const { chance } = agent
  if (chance.isWithin(FAILS)) {
    const failed = start(stage, agent, 1)
    yield chance.between(300, 4_000)
    end(stage, agent, failed, { error: 'The provider is overloaded.', retryInMs: RETRY_MS })
    yield RETRY_MS
    yield* answer(stage, agent, step, 2)
  } else yield* answer(stage, agent, step, 1)
}

function* answer(stage: Stage, agent: Agent, step: Step, attempt: number): Work {
  const spanId = start(stage, agent, attempt)
  yield agent.chance.between(400, 1_500)
  const deltas = stage.takeDeltas()
  const channels = channelsOf(deltas, step, agent.chance)
  // Not the agent's own: what it does must not depend on how many pieces there are.
  const words = new Chance(deltas)
  let said = ''
  for (const { channel, call } of channels) {
    const text = pieceOf(channel, words)
    if (channel === 'text') said += text
    const data = { channel, text, ...(call !== undefined && { call }) }
    stage.recorder.add({ kind: 'model.delta', ...agent.ids, spanId, data })
    yield DELTA_MS
  }
  agent.hear('AIMessage', said)
  end(stage, agent, spanId, { tools: step, outputTokens: deltas * 4 })
}

function start({ recorder }: Stage, agent: Agent, attempt: number): SpanId {
  const spanId = SpanId.parse(recorder.name('spn'))
  const request = { messages: [...agent.messages], tools: agent.tools, params: {} }
  recorder.add({
    kind: 'model.started',
    ...agent.ids,
    spanId,
    parentSpanId: agent.spanId,
    data: { ...model, purpose: 'step', attempt, request },
  })
  return spanId
}

interface End {
  readonly tools?: Step
  readonly outputTokens?: number
  readonly error?: string
  readonly retryInMs?: number
}

function end(stage: Stage, agent: Agent, spanId: SpanId, { outputTokens = 0, ...end }: End): void {
  const inputTokens = 6_000 + agent.messages.length * 700
  const cacheReadTokens = end.error ? 0 : Math.floor(inputTokens * agent.chance.between(0.5, 0.9))
  const usage = {
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens: 700,
    reasoningTokens: 0,
  }
  const { tools = [], ...failed } = end
  stage.recorder.add({
    kind: 'model.ended',
    ...agent.ids,
    spanId,
    data: {
      ...model,
      outcome: end.error ? 'error' : 'ok',
      usage,
      isEstimated: false,
      costUsd: costOf(usage, price),
      price,
      finishReason: tools.length > 0 ? 'tool_calls' : 'stop',
      ...(tools.length > 0 && { tools: [...tools] }),
      ...failed,
    },
  })
}

type Channel = 'text' | 'reasoning' | 'args'

interface Piece {
  readonly channel: Channel
  readonly call?: number
}

/** Some think first; all say something; who asks for tools writes their arguments last. */
function channelsOf(deltas: number, step: Step, chance: Chance): Piece[] {
  const reasoning = chance.isWithin(0.3) ? Math.floor(deltas * 0.4) : 0
  const args = step.length > 0 ? Math.floor((deltas - reasoning) * 0.4) : 0
  return Array.from({ length: deltas }, (_, index): Piece => {
    if (index < reasoning) return { channel: 'reasoning' }
    if (index < deltas - args) return { channel: 'text' }
    const call = Math.floor(((index - (deltas - args)) / args) * step.length)
    return { channel: 'args', call }
  })
}

const phrases = [
  'The `round` of a price ',
  'is wrong where ',
  'an invoice is empty: ',
  'I look at **stock** ',
  'and at what calls it. ',
  'That fits with the test.\n\n',
  '- a parcel is counted twice\n',
] as const

function pieceOf(channel: Channel, chance: Chance): string {
  return channel === 'args' ? `"path_${chance.whole(1, 999)}":` : chance.pick(phrases)
}
