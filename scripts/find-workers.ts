import { globSync } from 'node:fs'
import { basename, join } from 'node:path'

/** What a bundle of the host needs beside itself: `core/…/hash.worker.ts` becomes `workers/hash.js`. */
export function findWorkers(root: string): Record<string, string> {
  const paths = globSync('src-main/core/**/*.worker.ts', { cwd: root })
  return Object.fromEntries(
    paths.map((path) => [`workers/${basename(path, '.worker.ts')}`, join(root, path)]),
  )
}
