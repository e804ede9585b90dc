import { z } from 'zod'
import { SessionId } from '../../lib/ids.ts'
import { call, stream } from './define.ts'

const Count = z.int().nonnegative()

/** What was taken out of a file before it leaves the machine. */
export const Redacted = z.object({
  /** By kind: how many different ones, and in how many places. */
  secrets: z.array(z.object({ kind: z.string(), count: Count, places: Count })),
  /** How often a path was shortened: the home folder to `~`, the project to its name. */
  paths: Count,
  /** How often the name of the person or the machine was taken out. */
  names: Count,
})
export type Redacted = z.infer<typeof Redacted>

/** What a replay says of itself. */
export const ReplayFacts = z.object({
  exportedAt: z.number(),
  /** Of Orrery. */
  version: z.string(),
  sessionId: SessionId,
  title: z.string(),
  projectName: z.string(),
  /** Which of the session's runs, from 1; absent: all of it. */
  run: Count.optional(),
  runs: Count,
  events: Count,
  /** Files as they were, results, messages: what events refer to. */
  contents: Count,
  /** Contents that are too large for the file, or were not asked for. */
  leftOut: Count,
  redacted: Redacted,
  /** Of the file. */
  bytes: Count,
})
export type ReplayFacts = z.infer<typeof ReplayFacts>

/** Which part of a session is exported, and how much of what it refers to. */
export const ReplayChoice = z.object({
  sessionId: SessionId,
  /** One of its runs, from 1; absent: the whole session. */
  run: z.int().positive().optional(),
  /** `changed`: of the project's files only what agents changed. `all`: also those around them. */
  files: z.enum(['all', 'changed']).default('all'),
})
export type ReplayChoice = z.infer<typeof ReplayChoice>

export const ReplayPiece = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  /** The last. */
  z.object({ type: z.literal('facts'), facts: ReplayFacts }),
])
export type ReplayPiece = z.infer<typeof ReplayPiece>

export const exchange = {
  /** What a replay would be; nothing is written. */
  'exchange.previewReplay': call(ReplayChoice, ReplayFacts),
  /**
   * A session, or a run of it, as one HTML file that replays in any browser: its text in pieces, and
   * at the end what it is. Secrets and paths of the machine are taken out of it.
   */
  'exchange.replay': stream(ReplayChoice, ReplayPiece),
} as const
