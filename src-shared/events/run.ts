import { z } from 'zod'
import { RunId } from '../ids.ts'
import { GivenLimits, Profile } from '../settings.ts'
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
