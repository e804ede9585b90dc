import type { z } from 'zod'
import type { Todo } from '#shared/events/task.ts'
import type { Effect } from '#shared/events/value.ts'
import { formatIssue, tellIssue } from '#shared/format/describe-issue.ts'
import { ellipsize } from '#shared/lib/truncate-text.ts'
import type { Touches } from './touches.ts'

export type Args = Readonly<Record<string, unknown>>

/** Text that a call types into a terminal. */
interface TypedText {
  readonly terminal: string
  /** Includes the characters that keys send; Enter is a line end. */
  readonly text: string
}

/** How calls of a tool are judged and shown. Arguments come unchecked from the model, so they can have any shape. */
export interface Tool {
  readonly name: string
  readonly effect: Effect
  /** The effect of a call with these arguments; absent if every call has the same effect. */
  readonly effectFor?: (args: Args) => Effect
  /** One line for a person: verb and object. */
  readonly title: (args: Args) => string
  /** What can happen, in one sentence; absent for tools that change nothing. */
  readonly risk?: (args: Args) => string
  /** The shell command that the call would run, which is judged for what it can do. */
  readonly command?: (args: Args) => string | undefined
  /** The text that it would type into a terminal, judged by the program that would read it. */
  readonly typed?: (args: Args) => TypedText | undefined
  /** Every file that the call names, if there are others than its `file_path` or `path`. */
  readonly files?: (args: Args) => readonly unknown[]
  /** What it reads and changes, if not just the files that it names: see `touchesOf`. */
  readonly touches?: (args: Args) => Touches
  /** The address that a call would fetch. The standard profile requests approval by its host. */
  readonly address?: (args: Args) => string | undefined
  /** The plan in a call's arguments. The last one in a model's answer replaces the others. */
  readonly plan?: (args: Args) => readonly Todo[] | undefined
  /** It starts or stops agents. Only agents whose definition lists it have it. */
  readonly isDelegation?: true
  /** The subagent types that a call would start, as the model wrote them. */
  readonly delegatesTo?: (args: Args) => readonly unknown[]
  /** A subagent does the work, with calls of its own, and answers. */
  readonly isAnsweredBySubagent?: true
  /** A person answers it. */
  readonly isQuestion?: true
  /** It can't be undone, so the standard profile requests approval. */
  readonly isFinal?: true
}

/** A tool of ours, as models, people and permissions see it. */
export interface CatalogueEntry<S extends z.ZodObject = z.ZodObject> extends Tool {
  /** For models: when to use the tool, what it returns, and its limits. */
  readonly description: string
  readonly schema: S
}

/** Keeps the type of the entry's schema. */
export function defineTool<S extends z.ZodObject>(entry: CatalogueEntry<S>): CatalogueEntry<S> {
  return entry
}

/** Returns why the arguments don't fit the schema, as sentences for the model; `undefined` if they do. */
export function findWrong(tool: CatalogueEntry, args: Args): string | undefined {
  const parsed = tool.schema.safeParse(args, { error: tellIssue })
  if (parsed.success) return undefined
  const wrong = parsed.error.issues.map(formatIssue)
  return `The call of ${tool.name} was not understood. ${wrong.slice(0, 5).join(' ')}`
}

/**
 * Corrects the form of arguments: models confuse `path` and `file_path`, write null for absent values, and
 * write numbers and lists as text. Apply it once, before the call is judged, so that the judged arguments run.
 */
export function asMeant({ schema }: Pick<CatalogueEntry, 'schema'>, args: Args): Args {
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

/** Converts an argument of any type to one line of text. */
export function textOf(value: unknown, fallback = ''): string {
  const text = typeof value === 'string' ? value : fallback
  const line = text.replaceAll(/\s+/g, ' ').trim() || fallback
  return ellipsize(line, TITLE_CHARS)
}

/** Formats a path for people: relative to the project if it is inside. */
export function pathOf(value: unknown): string {
  const path = textOf(value, '/')
  if (path === '/workspace' || path === '/workspace/') return 'the project'
  return path.startsWith('/workspace/') ? path.slice('/workspace/'.length) : path
}

/** Returns the path of the file, under either of the names that models use. */
export function fileOf(args: Args): string | undefined {
  const path = args['file_path'] ?? args['path']
  return typeof path === 'string' ? path : undefined
}

/** Returns every path in the arguments that the tool could use. */
export function filesOf({ files }: Pick<Tool, 'files'>, args: Args): readonly string[] {
  const named = [args['file_path'], args['path'], ...(files?.(args) ?? [])]
  return [...new Set(named.filter((path) => typeof path === 'string'))]
}

/** Returns the lines that aren't blank. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
