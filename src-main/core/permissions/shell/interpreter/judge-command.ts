import { loadGrammar } from '../load-grammar.ts'
import type { ShellPlace } from '../place.ts'
import type { Finding, Severity } from '../verdict.ts'
import { Interpreter } from './interpreter.ts'

/**
 * What running a command could do. `safe` reads and builds in the project; `risky` changes what a
 * person would want to see; `dangerous` is hard to take back or reaches outside the project;
 * `catastrophic` ends the machine, the home folder or the project; `unknown` could be any of these.
 */
export interface CommandVerdict {
  readonly verdict: Severity
  /** A sentence a person can act on, naming what decides. */
  readonly reason: string
  /** The source text of the part that decides; absent: nothing in it does. */
  readonly part?: string
  /** Something in it touches what agents may do, or what Orrery keeps. */
  readonly isGuarded?: true
  /** What else was found, worst first; absent: nothing. A profile rules by the strictest of all. */
  readonly further?: readonly Finding[]
}

/**
 * Judges a command of the shell by what its grammar says, without running it or looking at a file:
 * links are for the caller to check. The first call loads the grammar.
 */
export function judgeCommand(command: string, place: ShellPlace): Promise<CommandVerdict> {
  return judgeAfter('', command, place)
}

/** The same in a shell that has run something before, whose variables, functions and aliases hold. */
export async function judgeAfter(
  before: string,
  command: string,
  place: ShellPlace,
): Promise<CommandVerdict> {
  const parse = await loadGrammar()
  const [worst = HARMLESS, ...further] = new Interpreter(parse, command, place).judge(before)
  if (further.length === 0) return worst
  return { ...worst, further: further.map(({ verdict, reason }) => ({ verdict, reason })) }
}

const HARMLESS: CommandVerdict = {
  verdict: 'safe',
  reason: 'It only reads, builds or tests in the project.',
}
