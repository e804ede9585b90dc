import type { Todo } from '#shared/events/todos.ts'
import type { Display } from '#shared/events/tool.ts'
import type { Effect } from '#shared/events/value.ts'
import type { SpanId } from '#shared/ids.ts'
import type { Written } from '../workspace/define.ts'

export type Args = Readonly<Record<string, unknown>>

/** What a call came to, as far as showing it goes. */
export interface CallResult {
  readonly spanId: SpanId
  /** What the model is answered. */
  readonly text: string
  /** The files it changed. */
  readonly written: readonly Written[]
  /** Of the command it ran; absent: it ran none. */
  readonly exitCode?: number | null
  /** Of what the command printed, how much `text` does not have. */
  readonly leftOutChars?: number
}

/** How a tool is judged and shown. What it does is deepagents' own. */
export interface Tool {
  readonly name: string
  readonly effect: Effect
  /** One line for a person: verb and object. `args` are the model's: of any shape. */
  readonly title: (args: Args) => string
  /** What can happen, in one sentence, where it can change anything. */
  readonly risk?: (args: Args) => string
  readonly display?: (result: CallResult, args: Args) => Display | undefined
  /** The command of a shell that it would run: that is judged for what it can do. */
  readonly command?: (args: Args) => string | undefined
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

export function defineTool(tool: Tool): Tool {
  return tool
}

const TITLE_CHARS = 120

/** An argument as text on one line; models send all kinds of things. */
export function textOf(value: unknown, fallback = ''): string {
  const text = typeof value === 'string' ? value : fallback
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS)}…` : line
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

/** All that a call could mean by its file: which name a tool goes by is its own. */
export function filesOf(args: Args): readonly string[] {
  return [args['file_path'], args['path']].filter((path) => typeof path === 'string')
}

/** How many lines of a result hold something. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
