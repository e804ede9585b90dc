import type { RunCall, RunItem, RunPrompt, RunStep } from './run-record.ts'

/** A step as it is recorded: its calls by their spans, its agent known by whose it is. */
export type Step = Omit<RunStep, keyof Place | 'calls'> & {
  readonly calls: readonly string[]
}

export interface Agent {
  readonly name: string
  readonly type: string
  /** The call that asked for it; the lead has none. */
  readonly parentSpanId?: string
  readonly steps: readonly string[]
}

export interface RecordedSteps {
  /** By the span of their first attempt. */
  steps: Record<string, Step>
  calls: Record<string, RunCall>
  agents: Record<string, Agent>
  prompts: RunPrompt[]
}

type Place = Pick<RunItem, 'agent' | 'agentType' | 'depth'>

/** Agents work at once, so that the order of their steps is chance: each is listed where it was asked for. */
export function listItems(recorded: RecordedSteps): readonly RunItem[] {
  const { agents, calls } = recorded
  const asked = Map.groupBy(Object.values(agents), ({ parentSpanId: call }) =>
    call && calls[call] ? call : undefined,
  )
  const roots = asked.get(undefined) ?? []
  const steps = roots.flatMap((root) => [...itemsOf(root, { recorded, asked })])
  return withPrompts(steps, recorded.prompts)
}

interface Listing {
  readonly recorded: RecordedSteps
  /** Agents by the call that asked for them. */
  readonly asked: ReadonlyMap<string | undefined, readonly Agent[]>
  readonly under?: Place
}

function* itemsOf(agent: Agent, { recorded, asked, under }: Listing): Generator<RunItem> {
  const place = placeOf(agent, under)
  for (const id of agent.steps) {
    const step = recorded.steps[id]
    if (!step) continue
    yield { ...step, ...place, calls: step.calls.flatMap((call) => recorded.calls[call] ?? []) }
    const children = step.calls.flatMap((call) => asked.get(call) ?? [])
    for (const child of children) yield* itemsOf(child, { recorded, asked, under: place })
  }
}

function placeOf({ name, type }: Agent, under: Place | undefined): Place {
  if (!under) return { agent: name, agentType: type, depth: 0 }
  return { agent: `${under.agent} › ${name}`, agentType: type, depth: under.depth + 1 }
}

/** Each before the first step of the lead that could know of it. */
function withPrompts(steps: readonly RunItem[], prompts: readonly RunPrompt[]): readonly RunItem[] {
  const all = [...steps]
  for (const prompt of prompts) {
    const index = all.findIndex(({ depth, seq }) => depth === 0 && seq > prompt.seq)
    all.splice(index < 0 ? all.length : index, 0, prompt)
  }
  return all
}
