import { join } from 'node:path'

/** The executable that takes Electron's place. */
export function standinPath(): string {
  return join(import.meta.dirname, 'electron')
}
