import type { Judging } from './judging.ts'
import type { Origin } from './lex-word.ts'
import type { Scope } from './scope.ts'

/** Where a word stands, and what its substitutions see and may change. */
export interface At {
  readonly origin: Origin
  readonly scope: Scope
  readonly judging: Judging
}
