import { join } from 'node:path'
import { findChromium } from '../../scripts/ensure-chromium.ts'

/** The executable that takes Electron's place. */
export function standinPath(): string {
  return join(import.meta.dirname, 'electron')
}

/** Where it finds what it runs on; Electron looks at none of it. */
export function standinEnv(): Readonly<Record<string, string>> {
  return { STANDIN_NODE: process.execPath, STANDIN_CHROMIUM: findChromium() ?? '' }
}
