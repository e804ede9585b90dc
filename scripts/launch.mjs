// Runs a script under Node 24, whichever Node is installed:
//   node scripts/launch.mjs <script> [arguments]
// Plain JavaScript, for Node 20 and later.
import { runOnNode } from './run-on-node.mjs'

const [script, ...args] = process.argv.slice(2)
if (script) {
  runOnNode(script, args)
} else {
  console.error('Say which script to run: node scripts/launch.mjs <script> [arguments].')
  process.exitCode = 2
}
