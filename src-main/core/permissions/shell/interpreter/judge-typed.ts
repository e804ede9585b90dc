import { loadGrammar } from '../load-grammar.ts'
import type { ShellPlace } from '../place.ts'
import type { Parse } from '../syntax.ts'
import { type Finding, isWorse } from '../verdict.ts'
import { TooMuchWork, Work } from '../work.ts'
import { type CommandVerdict, judgeAfter } from './judge-command.ts'

/** Where something is typed. */
export interface Typing {
  readonly place: ShellPlace
  /** Who reads what is typed: a shell at its prompt, or a program that runs in the terminal. */
  readonly reader: 'shell' | 'program'
  /** The whole lines that this shell has been given before: what they define holds. */
  readonly before: string
  /** What was typed since and is not complete: the `pending` of the verdict before. */
  readonly pending: string
}

/** What came of what was typed. */
export interface TypedVerdict extends CommandVerdict {
  /** What the shell goes on waiting with; empty once it has run what was typed. */
  readonly pending: string
}

const INTERRUPT = '\x03'

/**
 * Judges text that an agent types. A shell runs whole lines: what is not complete yet is unknown, and
 * is judged together with what follows. Keys that edit or complete a line make it one nobody knows.
 */
export async function judgeTyped(text: string, typing: Typing): Promise<TypedVerdict> {
  if (isInterrupt(text)) return { verdict: 'safe', reason: 'It interrupts what runs.', pending: '' }
  if (typing.reader === 'program') return { ...unknown('What a program does with it'), pending: '' }
  const reading = { parse: await loadGrammar(), work: new Work() }
  const { before, typed } = toGiven(text, typing, reading)
  const judged = await judgeAfter(before, typed, typing.place)
  const obstacle = obstacleIn(typed)
  const verdict = obstacle ? withObstacle(judged, unknown(obstacle)) : judged
  return { ...verdict, pending: isComplete(typed, reading) ? '' : typed }
}

export type ShellInput = Pick<Typing, 'before' | 'pending'>

/** Parser and remaining work for finding the ends of commands. */
interface Reading {
  readonly parse: Parse
  readonly work: Work
}

/** What the shell has been given once it has the text. */
export async function afterTyping(text: string, given: ShellInput): Promise<ShellInput> {
  const reading = { parse: await loadGrammar(), work: new Work() }
  const { before, typed } = toGiven(text, given, reading)
  if (isComplete(typed, reading)) return { before: before + typed, pending: '' }
  return { before, pending: typed }
}

/** Whether it does nothing but interrupt. */
export function isInterrupt(text: string): boolean {
  return text.replaceAll(INTERRUPT, '') === ''
}

/** More lines than so many are not looked through for those that a shell has run. */
const MAX_CUT_LINES = 100

/**
 * What the shell has run, and what it has to read. An interrupt drops what was pending, and nothing
 * else: what stands before it in the same text may be run first, and whatever reads then may take it
 * for a key.
 */
function toGiven(
  text: string,
  { before, pending }: ShellInput,
  reading: Reading,
): { readonly before: string; readonly typed: string } {
  const typed = text.replaceAll(/\r\n?/gu, '\n')
  const uncut = { before, typed: pending + typed }
  if (!typed.startsWith(INTERRUPT)) return uncut
  const lines = pending.split(/(?<=\n)/u)
  const run = lines.length > MAX_CUT_LINES ? undefined : completeLines(lines, reading)
  if (run === undefined) return uncut
  const from = [...typed].findIndex((char) => char !== INTERRUPT)
  return { before: before + run, typed: from === -1 ? '' : typed.slice(from) }
}

/** Returns the leading lines that form complete commands; `undefined` if finding out takes too much work. */
function completeLines(lines: readonly string[], reading: Reading): string | undefined {
  let run = ''
  let open = ''
  for (const line of lines) {
    open += line
    const isWhole = tryReading(open, reading)
    if (isWhole === undefined) return undefined
    if (!isWhole) continue
    run += open
    open = ''
  }
  return run
}

function withObstacle(judged: CommandVerdict, obstacle: Finding): CommandVerdict {
  if (isWorse(obstacle.verdict, judged.verdict)) return obstacle
  return { ...judged, further: [obstacle, ...(judged.further ?? [])] }
}

function unknown(what: string): Finding {
  return { verdict: 'unknown', reason: `${what} cannot be judged.` }
}

/** What keeps the text from being what the shell will run. */
function obstacleIn(typed: string): string | undefined {
  if (hasControl(typed)) return 'A line that is edited by keys'
  if (/![\w!?$*^:#%{"'-]|^\^/mu.test(typed)) return 'A line that repeats an earlier one'
  return typed.endsWith('\n') && !typed.endsWith('\\\n') ? undefined : 'A line that is not finished'
}

function hasControl(typed: string): boolean {
  return [...typed].some((char) => char !== '\n' && (char < ' ' || char === '\x7f'))
}

/** A shell goes on reading while quotes, groups or here-documents are open. */
function isComplete(typed: string, reading: Reading): boolean {
  return tryReading(typed, reading) ?? false
}

/** Whether a text is a complete command; `undefined` if finding out takes too much work. */
function tryReading(typed: string, { parse, work }: Reading): boolean | undefined {
  if (!typed.endsWith('\n') || typed.endsWith('\\\n')) return false
  if (hasControl(typed)) return true
  try {
    work.spend(typed.length)
    return parse(typed, work)?.isBroken === false
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined
    throw error
  }
}
