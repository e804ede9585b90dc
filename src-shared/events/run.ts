import { z } from 'zod'
import { RunId } from '../lib/ids.ts'
import { GivenLimits, Profile } from '../settings/settings.ts'
import { defineEvent } from './define.ts'
import { ModelRef, Outcome } from './value.ts'

/** `resumes` names the run this one goes on with. `isCompaction`: it only summarizes the conversation. */
export const runStarted = defineEvent(
  'run.started',
  z.object({
    model: ModelRef,
    profile: Profile,
    limits: GivenLimits,
    resumes: RunId.optional(),
    isCompaction: z.literal(true).optional(),
    /** MCP tools whose calls this run alone may make without asking. */
    allowTools: z.array(z.string()).optional(),
  }),
)

/** It waits until fewer sessions run; `ahead` of it wait as well. Its lead begins once it has a place. */
export const runQueued = defineEvent('run.queued', z.object({ ahead: z.int().nonnegative() }))

/**
 * `reason` says what happened and what can be done, wherever `outcome` is not `ok`. `isPaused`: a
 * person paused it, and it can be gone on with as if nothing had been.
 */
export const runEnded = defineEvent(
  'run.ended',
  z.object({
    outcome: Outcome,
    reason: z.string().optional(),
    isPaused: z.literal(true).optional(),
  }),
)

/**
 * The run waits until a provider's limit ends, since nothing else in it can continue. `until` is in
 * milliseconds since the epoch: the latest end where several agents wait. `reason` says whose limit it
 * is. A wait survives the end of its host: another one resumes the run.
 */
export const limitReached = defineEvent(
  'limit.reached',
  z.object({ until: z.number(), models: z.array(ModelRef), reason: z.string() }),
)

/**
 * Why the wait is over: its time came, a person resumed the run or chose another model, the run was
 * stopped, its host couldn't resume it (`error`), or another wait took its place. The wait of a run that
 * was interrupted stays.
 */
export const limitResolved = defineEvent(
  'limit.resolved',
  z.object({
    how: z.enum(['time', 'resumed', 'model', 'stopped', 'failed', 'replaced']),
    model: ModelRef.optional(),
    error: z.string().optional(),
  }),
)

/** LangGraph's state was saved, in the transaction of this event. `namespace` is empty for the lead. */
export const checkpointSaved = defineEvent(
  'checkpoint.saved',
  z.object({
    checkpointId: z.string(),
    parentId: z.string().optional(),
    namespace: z.string(),
    step: z.int(),
  }),
)
