/**
 * Where a project, or a person in their home folder, says what agents are, may do, and start. The
 * names that asks about them are made of; some disks take both cases, and look-alikes, for the same.
 */
const RULED: ReadonlySet<string> = new Set(['.orrery', '.claude', '.mcp.json'])

/** How a disk that folds names would have it. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** `path` is below the folder that is asked about, without a slash at its front. */
export function isRuled(path: string): boolean {
  const [first = ''] = path.split('/').filter((part) => part !== '' && part !== '.')
  return RULED.has(foldName(first))
}

/** For whoever must find them by a pattern. */
export const RULED_NAMES: readonly string[] = [...RULED]
