import type { z } from 'zod'
import type { Todo } from '#shared/events/todos.ts'
import type { Effect } from '#shared/events/value.ts'
import { ellipsize } from '#shared/lib/cut-text.ts'
import { tellIssue } from '#shared/tell-issue.ts'
import type { ToolAnswer } from './answer.ts'
import type { PreparingContext, ToolContext } from './context.ts'
import type { SeenFiles } from './seen-files.ts'
import type { Touches } from './touches.ts'

export type Args = Readonly<Record<string, unknown>>

/** Text for a terminal, as agents name that. */
export interface TypedText {
  readonly terminal: string
  /** With what keys write; Enter is a line end. */
  readonly text: string
}

/** How a tool is judged, and named to people. Arguments are the model's here: of any shape. */
export interface Tool {
  readonly name: string
  readonly effect: Effect
  /** What a call with these arguments does, where some do less than `effect` says. */
  readonly effectFor?: (args: Args) => Effect
  /** One line for a person: verb and object. */
  readonly title: (args: Args) => string
  /** What can happen, in one sentence, where it can change anything. */
  readonly risk?: (args: Args) => string
  /** The command of a shell that it would run: that is judged for what it can do. */
  readonly command?: (args: Args) => string | undefined
  /** What it would type into a terminal: that is judged by what would read it. */
  readonly typed?: (args: Args) => TypedText | undefined
  /** Every file it names, where that is not its `file_path` or `path` alone. */
  readonly files?: (args: Args) => readonly unknown[]
  /** What it reads and changes, where that is not the files it names: see `touchesOf`. */
  readonly touches?: (args: Args) => Touches
  /** The address it would fetch from, where a call names one: the standard profile asks by its host. */
  readonly address?: (args: Args) => string | undefined
  /** The file it would change, where it changes one. */
  readonly target?: (args: Args) => string | undefined
  /** What that file would hold, which holds `before` now; `undefined`: the call would fail. */
  readonly preview?: (args: Args, before: string | undefined) => string | undefined
  /** The plan that a call writes down; the last in an answer holds. */
  readonly plan?: (args: Args) => readonly Todo[] | undefined
  /** It starts agents, or ends them: only those have it whose definition says so. */
  readonly isDelegation?: true
  /** The subagent types it would start, as they were asked for. */
  readonly delegatesTo?: (args: Args) => readonly unknown[]
  /** A subagent answers it, whose own calls are the work. */
  readonly isAnsweredBySubagent?: true
  /** A person answers it. */
  readonly isQuestion?: true
  /** What it does can't be taken back: the standard profile asks first. */
  readonly isFinal?: true
}

/** A tool of ours, whole. */
export interface DefinedTool<S extends z.ZodObject = z.ZodObject> extends Tool {
  /** What models are told: when to take it, what it answers, and its limits. */
  readonly description: string
  readonly schema: S
  /**
   * Completes the arguments by what is in the project, before the call is judged and a person sees it.
   * Expected failures are thrown as `AppError`s, and answer the call.
   */
  readonly prepare?: (args: Args, context: PreparingContext) => Promise<Args>
  /** Throws where the call would change what its agent hasn't seen: a person isn't asked about it then. */
  readonly check?: (args: Args, seen: SeenFiles) => Promise<void>
  /**
   * Does it. Expected failures are thrown as `AppError`s, whose sentence the agent gets. Absent where
   * the machinery of agents does it: subagents, teams, questions.
   */
  readonly run?: (args: Args, context: ToolContext) => Promise<ToolAnswer | string>
}

interface Definition<S extends z.ZodObject> extends Omit<DefinedTool, 'schema' | 'run'> {
  readonly schema: S
  readonly run?: (args: z.infer<S>, context: ToolContext) => Promise<ToolAnswer | string>
}

export function defineTool<S extends z.ZodObject>({ run, ...tool }: Definition<S>): DefinedTool<S> {
  if (!run) return tool
  return {
    ...tool,
    run: async (args, context) => run(tool.schema.parse(args), context),
  }
}

/** What is wrong with the arguments, for whoever sent them; `undefined`: they will do. */
export function findWrong(tool: DefinedTool, args: Args): string | undefined {
  const parsed = tool.schema.safeParse(args, { error: tellIssue })
  if (parsed.success) return undefined
  const wrong = parsed.error.issues.map(toSentence)
  return `The call of ${tool.name} was not understood. ${wrong.slice(0, 5).join(' ')}`
}

function toSentence({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
}

/**
 * A call's arguments as they were meant: models take one name of a file's argument for the other, write
 * null for what they leave out, and numbers and lists as text. Done once, before anybody looks at them: what is judged is what runs.
 */
export function asMeant({ schema }: Pick<DefinedTool, 'schema'>, args: Args): Args {
  const given = withUsualNames(schema, args)
  const { error } = schema.safeParse(given)
  const asText = error?.issues.filter(
    ({ code, path }) => code === 'invalid_type' && path.length === 1,
  )
  const read = (asText ?? []).map(({ path: [name = ''] }) => [
    name,
    withoutNulls(fromText(given[String(name)])),
  ])
  return { ...given, ...Object.fromEntries(read) }
}

function withUsualNames({ shape }: z.ZodObject, args: Args): Args {
  const given = withoutNullFields(args)
  const { file_path: file, path } = given
  if ('file_path' in shape && file === undefined && path !== undefined) {
    return { ...given, file_path: path }
  }
  if ('path' in shape && path === undefined && file !== undefined) return { ...given, path: file }
  return given
}

function withoutNullFields(args: object): Args {
  const given = Object.entries(args).filter(([, value]) => value !== null)
  return Object.fromEntries(given.map(([name, value]) => [name, withoutNulls(value)]))
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  return typeof value === 'object' && value !== null ? withoutNullFields(value) : value
}

function fromText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const TITLE_CHARS = 120

/** An argument as text on one line; models send all kinds of things. */
export function textOf(value: unknown, fallback = ''): string {
  const text = typeof value === 'string' ? value : fallback
  const line = text.replaceAll(/\s+/g, ' ').trim() || fallback
  return ellipsize(line, TITLE_CHARS)
}

/** A path as people know it: below the project without its prefix. */
export function pathOf(value: unknown): string {
  const path = textOf(value, '/')
  if (path === '/workspace' || path === '/workspace/') return 'the project'
  return path.startsWith('/workspace/') ? path.slice('/workspace/'.length) : path
}

/** The path a file tool was given, under either of the names models use. */
export function fileOf(args: Args): string | undefined {
  const path = args['file_path'] ?? args['path']
  return typeof path === 'string' ? path : undefined
}

/** All that a call could mean by its files: which name a tool goes by is its own. */
export function filesOf({ files }: Pick<Tool, 'files'>, args: Args): readonly string[] {
  const named = [args['file_path'], args['path'], ...(files?.(args) ?? [])]
  return [...new Set(named.filter((path) => typeof path === 'string'))]
}

/** How many lines of a result hold something. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
