import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const cli = resolve(import.meta.dirname, '../../out/main/cli.js')

/** The built host, in a process of its own, and how long its thread is held. */
export interface WatchedHost extends AsyncDisposable {
  readonly url: string
  /** In milliseconds, since this was last asked. */
  takeLongestStall(): Promise<number>
  /** Linux only: it reads /proc. */
  residentMiB(): number
}

/** Loaded before the host's own modules: answers how late its timers were at most. */
const stallMonitor = `
  import { monitorEventLoopDelay } from 'node:perf_hooks'
  import { isMainThread } from 'node:worker_threads'
  if (isMainThread) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    process.on('message', () => {
      process.send(delay.max / 1e6)
      delay.reset()
    })
    process.channel.unref()
  }
`

export async function startWatchedHost(dataDir: string): Promise<WatchedHost> {
  const monitor = `data:text/javascript,${encodeURIComponent(stallMonitor)}`
  const args = ['--import', monitor, cli, 'serve', '--no-open', '--json', '--data-dir', dataDir]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  if (!child.stdout) throw new Error('The host has no output.')
  assert(child.stdout, 'its output is a pipe')
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return {
    url: JSON.parse(String(line)).url,
    takeLongestStall: async () => {
      const answer = once(child, 'message')
      child.send('take')
      return Number((await answer)[0])
    },
    residentMiB: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
