import { type CommandVerdict, judgeAfter } from './judge-command.ts'
import { loadGrammar } from './load-grammar.ts'
import type { ShellPlace } from './place.ts'
import { isWorse } from './verdict.ts'

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
  const typed = afterInterrupt(typing.pending + text.replaceAll(/\r\n?/gu, '\n'))
  if (typed === '') return { verdict: 'safe', reason: 'It interrupts what runs.', pending: '' }
  if (typing.reader === 'program') return { ...unknown('What a program does with it'), pending: '' }
  const judged = await judgeAfter(typing.before, typed, typing.place)
  const obstacle = obstacleIn(typed)
  const verdict = obstacle && isWorse('unknown', judged.verdict) ? unknown(obstacle) : judged
  return { ...verdict, pending: (await isComplete(typed)) ? '' : typed }
}

/** What the shell has been given once it has the text. */
export async function afterTyping(
  text: string,
  { before, pending }: Pick<Typing, 'before' | 'pending'>,
): Promise<Pick<Typing, 'before' | 'pending'>> {
  const typed = afterInterrupt(pending + text.replaceAll(/\r\n?/gu, '\n'))
  if (await isComplete(typed)) return { before: before + typed, pending: '' }
  return { before, pending: typed }
}

function unknown(what: string): CommandVerdict {
  return { verdict: 'unknown', reason: `${what} cannot be judged.` }
}

function afterInterrupt(typed: string): string {
  return typed.slice(typed.lastIndexOf(INTERRUPT) + 1)
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
async function isComplete(typed: string): Promise<boolean> {
  if (!typed.endsWith('\n') || typed.endsWith('\\\n')) return false
  if (hasControl(typed)) return true
  const parse = await loadGrammar()
  return parse(typed)?.isBroken === false
}
