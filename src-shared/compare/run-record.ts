import type { EventFor } from '../events/index.ts'
import type { Display } from '../events/tool.ts'
import type { Effect, FileContent, Outcome, StoredJson, StoredText } from '../events/value.ts'

/** A tool call of a step. */
export interface RunCall {
  readonly seq: number
  readonly name: string
  readonly title: string
  readonly effect: Effect
  readonly args: StoredJson
  readonly startedAt: number
  readonly endedAt?: number
  /** Absent: it is under way. */
  readonly outcome?: Outcome
  readonly error?: string
  readonly result?: StoredText
  readonly display?: Display
}

interface Placed {
  /** Of its first event, and of its last so far. */
  readonly seq: number
  readonly endSeq: number
  readonly at: number
  /** Who did it: `lead`, `lead › explore`. */
  readonly agent: string
  /** What it is: `explore`, also where a teammate has a name of its own. */
  readonly agentType: string
  /** 0 is the lead's. */
  readonly depth: number
}

/** What a person said in the run. */
export interface RunPrompt extends Placed {
  readonly type: 'prompt'
  readonly text: StoredText
}

/** One model call, with all its attempts, and the tool calls it asked for. */
export interface RunStep extends Placed {
  readonly type: 'step'
  readonly model: string
  readonly attempts: number
  readonly outcome?: Outcome
  readonly error?: string
  readonly endedAt: number
  /** How what it said begins. */
  readonly text: string
  readonly calls: readonly RunCall[]
  readonly tokens: number
  readonly costUsd: number
  readonly unpricedCalls: number
}

export type RunItem = RunPrompt | RunStep

/** A file that the run's agents changed: as it was before, and as they left it. */
export interface RunFile {
  readonly path: string
  readonly before: FileContent | null
  readonly after: FileContent | null
  readonly added: number
  readonly removed: number
  /** Of the last change. */
  readonly seq: number
}

/** What a run came to. */
export interface RunTotals {
  readonly model: string
  readonly startedAt: number
  readonly endedAt: number
  /** Absent: it is under way. */
  readonly outcome?: Outcome
  readonly reason?: string
  /** Between where a fork began and where it went on. */
  readonly pausedMs: number
  /** While at least one call waited for a person. */
  readonly waitedMs: number
  readonly agents: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costUsd: number
  readonly unpricedCalls: number
}

/** A run as it is compared. */
export interface RunRecord {
  /** The lead's in order; a subagent's behind the step that asked for it. */
  readonly items: readonly RunItem[]
  readonly files: readonly RunFile[]
  readonly totals: RunTotals
}

type ModelEnded = EventFor<'model.ended'>['data']

/** What several model calls took together. */
export interface Spent {
  readonly tokens: number
  readonly costUsd: number
  readonly unpricedCalls: number
}

export function addSpent<S extends Spent>(sum: S, { usage, costUsd }: ModelEnded): S {
  return {
    ...sum,
    tokens: sum.tokens + usage.inputTokens + usage.outputTokens,
    costUsd: sum.costUsd + (costUsd ?? 0),
    unpricedCalls: sum.unpricedCalls + (costUsd === null ? 1 : 0),
  }
}
