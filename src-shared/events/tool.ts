import { z } from 'zod'
import { Hash, SpanId } from '../lib/ids.ts'
import { defineEvent } from './define.ts'
import { Effect, FileContent, Outcome, StoredJson, StoredText } from './value.ts'

/** Where it failed, as far as that is known; `line` counts from 1. */
export const FailedTest = z.object({
  name: z.string(),
  message: z.string(),
  path: z.string().optional(),
  line: z.int().positive().optional(),
})
export type FailedTest = z.infer<typeof FailedTest>

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
    /** It went on when the call had ended. */
    isRunning: z.literal(true).optional(),
    leftOutChars: z.int().positive().optional(),
  }),
  z.object({ type: z.literal('text'), lines: z.int().nonnegative() }),
  z.object({ type: z.literal('image'), mimeType: z.string(), content: FileContent }),
  /** What came of a project's tests; of those that failed, the first. */
  z.object({
    type: z.literal('tests'),
    passed: z.int().nonnegative(),
    failed: z.int().nonnegative(),
    skipped: z.int().nonnegative(),
    failures: z.array(FailedTest).max(20),
  }),
  /** `more` rows are not among `rows`. */
  z.object({
    type: z.literal('table'),
    columns: z.array(z.string()).max(8),
    rows: z.array(z.array(z.string())).max(50),
    more: z.int().nonnegative(),
  }),
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

/** A file whose content a call showed to its agent, or that its agent wrote; `null`: it took the file away. */
export const SeenFile = z.object({ path: z.string(), hash: Hash.nullable() })
export type SeenFile = z.infer<typeof SeenFile>

/**
 * `error` is a sentence; `result` is what the model was answered. `seen` and `listed` say what the agent
 * has seen of files by this call: contents, and by path the size and time (milliseconds since the epoch)
 * of what was listed. `isWorkFailure`: a command, program or test failed, and the tool worked. `withheld`
 * names variables of the environment that the failed program named and isn't given.
 */
export const toolEnded = defineEvent(
  'tool.ended',
  z.object({
    outcome: Outcome,
    result: StoredText.optional(),
    error: z.string().optional(),
    isWorkFailure: z.literal(true).optional(),
    withheld: z.array(z.string()).optional(),
    display: Display.optional(),
    seen: z.array(SeenFile).optional(),
    listed: StoredJson.optional(),
  }),
)

/**
 * What is made of a call that began and whose end nobody saw: it runs again, it did its work, or it
 * is left. A person says which; `told`: nobody did, and its agent was told that it is not known.
 */
export const Resolution = z.enum(['again', 'done', 'skip', 'told'])
export type Resolution = z.infer<typeof Resolution>

/** Its `spanId` is the call's. `message` is for the agent. */
export const callResolved = defineEvent(
  'call.resolved',
  z.object({ toolCallId: z.string(), resolution: Resolution, message: z.string().optional() }),
)

/** Why a run can't call the tools of an MCP server that its project or the person names. */
export const MissingServer = z.object({
  /** Of the server, or of the file if that can't be read. */
  name: z.string(),
  why: z.enum(['untrusted', 'failed', 'sign-in', 'connecting', 'malformed']),
  /** What the failure was, as a sentence. */
  error: z.string().optional(),
})
export type MissingServer = z.infer<typeof MissingServer>

/** Recorded at most once in a run, before its first model call. A server may connect later. */
export const mcpMissing = defineEvent(
  'mcp.missing',
  z.object({ servers: z.array(MissingServer).min(1) }),
)
