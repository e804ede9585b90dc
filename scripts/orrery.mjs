// The command line, as `npm run orrery` and `npm run demo` start it: node scripts/orrery.mjs [arguments]
// Plain JavaScript, for Node 20 and later.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runOnNode } from './run-on-node.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const BUILT = 'out/main/cli.js'
const SOURCE = 'src-main/cli/main.ts'
/** What the built file is made of. */
const PARTS = ['src-main', 'src-shared', 'electron.vite.config.ts', 'package-lock.json']

/**
 * For what runs beside a person's own work: V8 would let the heap grow to twice what is in use and
 * keep 48 MB of young objects. It costs about a tenth more time and saves a third of the memory.
 */
const FRUGAL = ['--max-semi-space-size=2', '--heap-growing-percent=80']

/** @param {string} path @returns {number} when it, or anything below it, was changed last */
function changedAt(path) {
  const stat = statSync(path)
  const entries = stat.isDirectory() ? readdirSync(path) : []
  return Math.max(stat.mtimeMs, ...entries.map((name) => changedAt(join(path, name))))
}

/** A built file starts in a third of the time, but must not be older than what it was built from. */
function isBuilt() {
  try {
    const builtAt = statSync(join(root, BUILT)).mtimeMs
    return PARTS.every((part) => changedAt(join(root, part)) < builtAt)
  } catch {
    return false
  }
}

runOnNode(isBuilt() ? BUILT : SOURCE, process.argv.slice(2), FRUGAL)
