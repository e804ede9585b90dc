// The command line, as `npm run orrery` and `npm run demo` start it: node scripts/orrery.mjs [arguments]
// Plain JavaScript, for Node 20 and later.
import { findCli } from './find-cli.mjs'
import { runOnNode } from './run-on-node.mjs'

/**
 * For what runs beside a person's own work: V8 would let the heap grow to twice what is in use and
 * keep 48 MB of young objects. It costs about a tenth more time and saves a third of the memory.
 */
const FRUGAL = ['--max-semi-space-size=2', '--heap-growing-percent=80']

runOnNode(findCli(), process.argv.slice(2), FRUGAL)
