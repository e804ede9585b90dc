/** A tool that an agent's definition gives it; with `under`, only for files below that folder. */
export interface Grant {
  readonly name: string
  /** Begins and ends with a slash. */
  readonly under?: string
}

/** As a definition may write it: `read_file`, or `write_file(/docs/)`. */
export function formatGrant({ name, under }: Grant): string {
  return under === undefined ? name : `${name}(${under})`
}

/**
 * Whether the files a call names are where the grant says. `places`: where those files really are,
 * where links were followed to find them.
 */
export function allowsPaths(
  { under }: Grant,
  files: readonly string[],
  places?: ReadonlyMap<string, string | undefined>,
): boolean {
  if (!under) return true
  const isBelow = (path: string) => path.startsWith(under) && !path.split('/').includes('..')
  if (files.length === 0 || !files.every(isBelow)) return false
  return [...(places?.values() ?? [])].every((place) => place?.startsWith(under) ?? true)
}
