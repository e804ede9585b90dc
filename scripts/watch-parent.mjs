// npm gives a signal to the shell between us, and some shells die of it without passing it on. What
// was started from such a shell stops with it. Loaded by run-on-node.mjs before the script itself.
import { isMainThread } from 'node:worker_threads'

const shell = process.ppid

function stopWithShell() {
  if (process.ppid === shell) return
  clearInterval(timer)
  process.kill(process.pid, 'SIGTERM')
}

const timer = setInterval(stopWithShell, 500).unref()
if (!isMainThread) clearInterval(timer)
