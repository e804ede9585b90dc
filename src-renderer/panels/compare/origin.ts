import type { ListedRun } from '#shared/contract/runs.ts'

interface Lists {
  readonly own: readonly ListedRun[]
  /** Those of the session that it was forked from. */
  readonly there: readonly ListedRun[]
}

/**
 * The run there that a fork's own run is another course of: the one it began in, else the one that
 * followed. Nothing for what it inherited, which is the same. `fromSeq` is where there it began.
 */
export function originOf(
  { own, there }: Lists,
  { run, fromSeq }: { readonly run: number; readonly fromSeq: number },
): ListedRun | undefined {
  // The first of its own is listed from where the run began that the fork cut.
  const isInherited = ({ seq }: ListedRun, index: number) =>
    seq <= fromSeq && seq !== own[index - 1]?.seq
  const inherited = own.filter(isInherited).length
  if (run <= inherited) return undefined
  const cut = there.find(({ seq }) => seq === own[inherited]?.seq)
  return cut ?? there[inherited] ?? there.at(-1)
}
