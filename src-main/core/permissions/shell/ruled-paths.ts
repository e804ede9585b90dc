import { isNameOf } from '../../files/protected-names.ts'

/**
 * Where a project, or a person in their home folder, says what agents are, may do, and start. The
 * names that asks about them are made of; some disks take both cases, and look-alikes, for the same.
 */
export const RULED_NAMES: readonly string[] = ['.orrery', '.claude', '.mcp.json']

/** `path` is below the folder that is asked about, without a slash at its front. */
export function isRuled(path: string): boolean {
  const [first = ''] = path.split('/').filter((part) => part !== '' && part !== '.')
  return RULED_NAMES.some((name) => isNameOf(first, name))
}
