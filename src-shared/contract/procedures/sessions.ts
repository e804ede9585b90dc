import { z } from 'zod'
import type { AnyEvent } from '../../events/index.ts'
import { ModelRef, Outcome } from '../../events/value.ts'
import { ProjectId, RunId, SessionId } from '../../lib/ids.ts'
import { McpSelector } from '../../mcp/mcp-entry.ts'
import { BaseUrl, Fallbacks, GivenLimits, ModelName, Profile } from '../../settings/settings.ts'
import type { StatesPiece } from '../../wire/state-chunks.ts'
import { call, stream } from './define.ts'

/** A session in a list: what its log comes to. */
export const SessionSummary = z.object({
  id: SessionId,
  projectId: ProjectId,
  projectName: z.string(),
  root: z.string(),
  title: z.string(),
  /** The beginning of its first prompt. */
  firstInput: z.string().optional(),
  createdAt: z.number(),
  changedAt: z.number(),
  lastSeq: z.int(),
  runs: z.int(),
  isRunning: z.boolean(),
  /** Its run waits until fewer sessions run. */
  isQueued: z.boolean(),
  isPaused: z.boolean().default(false),
  /** Its run waits until a provider's limit ends: then, in milliseconds since the epoch. */
  waitsUntil: z.number().optional(),
  /** Calls that were asked for. */
  waiting: z.int(),
  /** Calls that were cut off, and wait for a person's word. */
  cutOff: z.int().default(0),
  lastOutcome: Outcome.optional(),
  model: ModelRef.optional(),
  costUsd: z.number(),
  unpricedCalls: z.int(),
  tokens: z.int(),
  agents: z.int(),
  /** Of a fork: where it began. `origin` is the session whose id its inherited spans are named by. */
  forkedFrom: z
    .object({
      sessionId: SessionId,
      title: z.string(),
      seq: z.int(),
      at: z.number(),
      origin: SessionId,
    })
    .optional(),
})
export type SessionSummary = z.infer<typeof SessionSummary>

/** Something pasted: its bytes as base64. */
export const NewAttachment = z.object({
  name: z.string(),
  mimeType: z.string(),
  base64: z.base64(),
})
export type NewAttachment = z.infer<typeof NewAttachment>

// Events and states were made by this host's own code: the far side takes them as they are.
const Events = z.array(z.custom<AnyEvent>((value) => typeof value === 'object' && value !== null))
const Piece = z.custom<StatesPiece>((value) => typeof value === 'object' && value !== null)

/** Strict: a limit under a wrong name would not hold. */
const StrictLimits = GivenLimits.strict()
/** MCP tools that the new run may call without asking; not recorded as permissions. */
const AllowTools = z.array(McpSelector).default([])
/**
 * Whether the new run waits for a limit of a provider whose end is known, if no model is left to fall
 * back to; else it fails, and can be resumed.
 */
const WaitForLimits = z.boolean().default(true)

const CompactionAnswer = z.discriminatedUnion('when', [
  z.object({
    when: z.literal('now'),
    /** How many messages became a summary, and how many stayed as they are. */
    droppedMessages: z.int().nonnegative(),
    keptMessages: z.int().nonnegative(),
  }),
  z.object({ when: z.literal('next-call') }),
])
export type CompactionAnswer = z.infer<typeof CompactionAnswer>

export const sessions = {
  /** Most recently changed first. */
  'sessions.list': call(z.object({ projectId: ProjectId.optional() }), z.array(SessionSummary)),
  /** With `baseUrl` and no `model`: the first that the compatible server there names. */
  'sessions.create': call(
    z.strictObject({
      projectId: ProjectId,
      model: ModelName.optional(),
      baseUrl: BaseUrl.optional(),
      /** Models to go on with, in this order, where one can't be had; else the project's or the person's. */
      fallbacks: Fallbacks.optional(),
      profile: Profile.optional(),
      title: z.string().min(1).optional(),
    }),
    z.object({ sessionId: SessionId }),
  ),
  /**
   * The states at the session's end, in pieces for `JoinedStates`: some are on their way while one is
   * taken in. Its log follows by `sessions.events`.
   */
  'sessions.open': stream(z.object({ sessionId: SessionId }), Piece, 4),
  /** Everything after `after`, in pages, then whatever is appended. Resumes from any seq. */
  'sessions.events': stream(
    z.object({ sessionId: SessionId, after: z.int().nonnegative().default(0) }),
    Events,
  ),
  /** The log after `after` up to and including `through`, in pages, and then the end. */
  'sessions.readEvents': stream(
    z.object({
      sessionId: SessionId,
      after: z.int().nonnegative().default(0),
      through: z.int().nonnegative(),
    }),
    Events,
  ),
  /**
   * Says something to the lead. Idle: a run starts. Running: `queue` lets it reach the lead with its
   * next model call, `stop` stops the run first. Answers with the run it belongs to.
   */
  'sessions.send': call(
    z.object({
      sessionId: SessionId,
      text: z.string().min(1),
      attachments: z.array(NewAttachment).default([]),
      files: z.array(z.string()).default([]),
      whileRunning: z.enum(['queue', 'stop']).default('queue'),
      limits: StrictLimits.default({}),
      allowTools: AllowTools,
      waitForLimits: WaitForLimits,
    }),
    z.object({ runId: RunId }),
  ),
  /**
   * Goes on with the last run from its last checkpoint; takes a pause back that has not come about, and
   * ends a wait for a limit.
   * Absent `limits`: the usual ones.
   */
  'sessions.resume': call(
    z.object({
      sessionId: SessionId,
      limits: StrictLimits.optional(),
      allowTools: AllowTools,
      waitForLimits: WaitForLimits,
      /** Continues to wait for a limit, if the run did; else that wait ends. */
      keepWait: z.boolean().default(false),
    }),
    z.object({ runId: RunId }),
  ),
  /** Resumes a run that waits for a limit now, with another model. Fails with `conflict` where none waits. */
  'sessions.switchModel': call(
    z.strictObject({ sessionId: SessionId, model: ModelName, baseUrl: BaseUrl.optional() }),
    z.object({ runId: RunId }),
  ),
  /**
   * Summarizes the lead's conversation: between two runs at once, in a run of its own, and answers when that has
   * ended; while a run is on, before the lead's next model call if there is one, and answers at once. Fails with `conflict`
   * if there is nothing to summarize, or calls wait for a decision.
   */
  'sessions.compact': call(z.object({ sessionId: SessionId }), CompactionAnswer),
  /**
   * Lets every agent stop before its next model call, and then ends the run so that it can be gone on
   * with; what waits for a person goes on waiting. Answers once the run has ended, or is to go on.
   */
  'sessions.pause': call(z.object({ sessionId: SessionId }), z.object({})),
  /**
   * Ends the run that is on, if any; answers once it has ended. `end`: nothing new begins, what is
   * under way comes to its end; asked twice it kills. `kill`: aborts, with all its processes.
   */
  'sessions.stop': call(
    z.object({ sessionId: SessionId, how: z.enum(['end', 'kill']).default('end') }),
    z.object({}),
  ),
  /** `model` alone is reached at its provider's own address; `baseUrl` alone moves the session's model. */
  'sessions.configure': call(
    z.strictObject({
      sessionId: SessionId,
      model: ModelName.optional(),
      baseUrl: BaseUrl.optional(),
      fallbacks: Fallbacks.optional(),
      profile: Profile.optional(),
    }),
    z.object({}),
  ),
  'sessions.rename': call(
    z.object({ sessionId: SessionId, title: z.string().trim().min(1).max(200) }),
    z.object({}),
  ),
  /**
   * Deletes its log and frees what no other session shares; of a fork also its worktree or copy. Work
   * in there that is in no commit is a `conflict`, unless it may be discarded. With `canUndo`, what
   * runs in it ends and it is out of sight at once, and for some seconds `sessions.restore` takes it
   * back.
   */
  'sessions.delete': call(
    z.object({
      sessionId: SessionId,
      canUndo: z.boolean().optional(),
      discard: z.boolean().default(false),
    }),
    z.object({}),
  ),
  /** Fails with `not-found` from when it is being deleted for good. */
  'sessions.restore': call(z.object({ sessionId: SessionId }), z.object({})),
  /** The bundled sample run, imported the first time it is asked for. */
  'sessions.openSample': call(z.object({}), z.object({ sessionId: SessionId })),
} as const

const Place = z.object({ sessionId: SessionId, seq: z.int().positive() })

/** A person's marks on a recording. They can be set and taken away at any time, also while a run is on. */
export const bookmarks = {
  /** One that is there already has the new name, or none. */
  'bookmarks.add': call(
    Place.extend({ label: z.string().trim().min(1).max(200).optional() }),
    z.object({}),
  ),
  /** Where there is none, nothing happens. */
  'bookmarks.remove': call(Place, z.object({})),
} as const

export const previews = {
  /** Whether anything listens now where a page of this machine was; of other machines nothing is asked. */
  'previews.reach': call(z.object({ url: z.string() }), z.object({ isThere: z.boolean() })),
} as const
