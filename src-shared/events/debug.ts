import { z } from 'zod'
import { defineEvent } from './define.ts'
import { Outcome } from './value.ts'

/** A call on the stack. Without a `path` it is in no file that agents see. */
export const DebugFrame = z.object({
  name: z.string(),
  path: z.string().optional(),
  /** Counted from 1. */
  line: z.int().nonnegative(),
})
export type DebugFrame = z.infer<typeof DebugFrame>

/** A line at which a program stops. Until it is verified, nothing that was loaded has such a line. */
export const DebugBreakpoint = z.object({
  line: z.int().positive(),
  condition: z.string().optional(),
  isVerified: z.boolean(),
})
export type DebugBreakpoint = z.infer<typeof DebugBreakpoint>

/** A value as it was seen; `depth` is how far it lies in others. */
export const DebugVariable = z.object({
  name: z.string(),
  value: z.string(),
  depth: z.int().nonnegative(),
})
export type DebugVariable = z.infer<typeof DebugVariable>

/** A program runs in a debugger. Its span is that of the call that started it. */
export const debugStarted = defineEvent(
  'debug.started',
  /** `type`: which debugger, as `node` or `python`. */
  z.object({ title: z.string(), type: z.string() }),
)

/** All breakpoints of a file, as they are from now on. */
export const debugPlaced = defineEvent(
  'debug.placed',
  z.object({ path: z.string(), breakpoints: z.array(DebugBreakpoint) }),
)

/** It stands still, at the first of `frames`. `text` says more of the reason: the exception. */
export const debugStopped = defineEvent(
  'debug.stopped',
  z.object({
    reason: z.string(),
    text: z.string().optional(),
    thread: z.string().optional(),
    frames: z.array(DebugFrame),
    /** Of how many that are not among them. */
    framesLeftOut: z.int().nonnegative().optional(),
  }),
)

/** Its agent looked at values, of the frame with this index. */
export const debugSeen = defineEvent(
  'debug.seen',
  z.object({ frame: z.int().nonnegative(), variables: z.array(DebugVariable) }),
)

export const debugContinued = defineEvent('debug.continued', z.object({}))

/** `exitCode` is `null` where a signal ended it, or that is not known. */
export const debugEnded = defineEvent(
  'debug.ended',
  z.object({ outcome: Outcome, exitCode: z.int().nullable(), reason: z.string().optional() }),
)
