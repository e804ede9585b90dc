import { posix } from 'node:path'

const NAMES =
  /^(?:package\.json|[jt]sconfig(?:\.[\w-]+)?\.json|go\.mod|Cargo\.toml|pyproject\.toml|composer\.json)$/u

/** Whether a file says how files of the project name each other, or where the project begins. */
export function isConfiguration(path: string): boolean {
  return NAMES.test(posix.basename(path))
}
