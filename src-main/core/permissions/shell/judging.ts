import type { ShellPlace } from './place.ts'
import type { Scope } from './scope.ts'
import type { Field, Output } from './values.ts'
import type { Finding } from './verdict.ts'
import type { Work } from './work.ts'

/** What a command is given: what its input could be, absent where nobody has piped anything to it. */
export type Input = Output | undefined

/** One program with its arguments, after everything was expanded. */
export interface Call {
  readonly name: string
  readonly args: readonly Field[]
  readonly input: Input
  readonly scope: Scope
  readonly judging: Judging
}

/** The judging of one command: collects what is found, and lets parts of it be judged in turn. */
export interface Judging {
  readonly place: ShellPlace
  note(finding: Finding | undefined): void
  /** Judges a text as the shell's own language. The scope keeps what it changes. */
  run(text: string, scope: Scope, input: Input): Output
  /** The remaining work for judging the command. */
  readonly work: Work
  /** What is found meanwhile is found in this part of the source. */
  within<T>(part: string, judge: () => T): T
  /** What is judged meanwhile may be no command at all: only a catastrophe counts. */
  suspect(judge: () => unknown): void
  /** Judges a program with its arguments. */
  call(argv: readonly Field[], scope: Scope, input: Input): Output
}
