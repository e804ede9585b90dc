import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'

const rendererDir = resolve(import.meta.dirname, '../../out/renderer')

/** A script that a page was sent. */
export interface ShippedScript {
  /** As the build names it, without its hash. */
  readonly name: string
  /** Compressed by gzip, whatever the server does. */
  readonly gzipBytes: number
}

/** What a first load may ship, of the welcome screen as of a session. */
export const FIRST_LOAD_BYTES = 350 * 1024

/** What loads when it is first seen, and not before. */
export const SEEN_LATER = /monaco|editor\.|shown-terminals|terminal-sides|usage-panel|chart/

/** Notes every script that the page asks for, as the network has it, until it is asked which. */
export function watchScripts(page: Page): () => readonly ShippedScript[] {
  const paths = new Set<string>()
  const note = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) paths.add(pathname)
  }
  page.on('request', note)
  return () => {
    page.off('request', note)
    return [...paths].map(weigh)
  }
}

/** What was sent is what was built. */
function weigh(pathname: string): ShippedScript {
  const name = pathname.replace(/^.*\//, '').replace(/-[\w-]{8}\.js$/, '')
  return { name, gzipBytes: gzipSync(readFileSync(join(rendererDir, pathname))).length }
}

export function sumOf(scripts: readonly ShippedScript[]): number {
  return scripts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)
}
