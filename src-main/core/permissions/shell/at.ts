import type { Input, Judging } from './judging.ts'
import type { Origin, Span } from './lex-word.ts'
import type { Scope } from './scope.ts'

/** Where a word stands, and what its substitutions see and may change. */
export interface At {
  readonly origin: Origin
  readonly scope: Scope
  readonly judging: Judging
}

/** A statement's surroundings: what it is given as input, and words that follow its redirections. */
export interface Setting extends At {
  readonly input: Input
  readonly words?: readonly Span[]
}
