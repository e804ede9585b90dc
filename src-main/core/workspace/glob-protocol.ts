import type { Globs } from './glob-pattern.ts'

/** Asks which of the paths the patterns select. */
export interface GlobQuestion {
  readonly globs: Globs
  readonly paths: readonly string[]
}

/** The positions of the selected paths, or why a pattern is not valid. */
export type GlobAnswer =
  | { readonly selected: readonly number[] }
  | { readonly invalid: { readonly pattern: string; readonly reason: string } }
