import { z } from 'zod'
import { SpanId } from '../ids.ts'
import { defineEvent } from './define.ts'
import { Effect, FileContent, Outcome, StoredJson, StoredText } from './value.ts'

/** How a result is shown. A window draws by this and the effect, and knows no tool by name. */
export const Display = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('diff'),
    path: z.string(),
    before: FileContent.nullable(),
    after: FileContent.nullable(),
    added: z.int().nonnegative(),
    removed: z.int().nonnegative(),
  }),
  /** Lines found, or files: how many, in how many files. */
  z.object({
    type: z.literal('matches'),
    matches: z.int().nonnegative(),
    files: z.int().nonnegative(),
  }),
  z.object({ type: z.literal('list'), items: z.int().nonnegative() }),
  /** What ran is shown by the terminal of the named span; `leftOutChars` of it are not in the result. */
  z.object({
    type: z.literal('terminal'),
    spanId: SpanId,
    exitCode: z.int().nullable(),
    leftOutChars: z.int().positive().optional(),
  }),
  z.object({ type: z.literal('text'), lines: z.int().nonnegative() }),
])
export type Display = z.infer<typeof Display>

/** `title` is one line for a person: verb and object. It carries all that is needed to draw the call. */
export const toolStarted = defineEvent(
  'tool.started',
  z.object({
    toolCallId: z.string(),
    name: z.string(),
    title: z.string(),
    effect: Effect,
    args: StoredJson,
  }),
)

export const toolProgressed = defineEvent('tool.progressed', z.object({ message: z.string() }))

/** `error` is a sentence; `result` is what the model was answered. */
export const toolEnded = defineEvent(
  'tool.ended',
  z.object({
    outcome: Outcome,
    result: StoredText.optional(),
    error: z.string().optional(),
    display: Display.optional(),
  }),
)
