import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

export type Params = Readonly<Record<string, unknown>>
type Listener = (method: string, params: Params, sessionId: string | undefined) => void

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Params
  readonly sessionId?: string
  readonly result?: Params
  readonly error?: { readonly message: string }
}

/** A Chromium that is driven over a pipe. */
export interface Chromium {
  onEvent(listener: Listener): void
  onEnd(listener: () => void): void
  /** Answers with what the method does; rejects with what Chromium says. */
  send(method: string, params?: Params, sessionId?: string): Promise<Params>
  kill(): void
}

export interface LaunchOptions {
  readonly executable: string
  readonly args: readonly string[]
  /** It writes there until a moment after its end. */
  readonly profile: string
  /** Told where others may drive it as well, where the arguments ask for a port. */
  readonly onPort: (url: string) => void
}

export function launchChromium({ executable, args, profile, onPort }: LaunchOptions): Chromium {
  const all = ['--remote-debugging-pipe', `--user-data-dir=${profile}`, ...args]
  const child = spawn(executable, all, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: profile },
  })
  // The third and the fourth are its pipe: what it reads, and what it writes.
  const [, , log, input, output] = child.stdio as [null, null, Readable, Writable, Readable]
  findPort(log, onPort)
  const waiting = new Map<number, PromiseWithResolvers<Params>>()
  const listeners = new Set<Listener>()
  onMessages(output, ({ id, method, params = {}, sessionId, result = {}, error }) => {
    if (id === undefined) {
      for (const listener of listeners) listener(method ?? '', params, sessionId)
      return
    }
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result)
  })
  // A pipe breaks when the browser is gone, which its end tells.
  input.on('error', () => undefined)
  output.on('error', () => undefined)
  let last = 0
  return {
    onEvent: (listener) => void listeners.add(listener),
    onEnd: (listener) => void child.on('exit', listener),
    send: (method, params = {}, sessionId) => {
      const id = ++last
      const asked = Promise.withResolvers<Params>()
      waiting.set(id, asked)
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
      return asked.promise
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

function findPort(log: Readable, onPort: (url: string) => void): void {
  let text = ''
  log.setEncoding('utf8')
  log.on('data', (part: string) => {
    text = (text + part).slice(-10_000)
    const url = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
    if (url === undefined) return
    text = ''
    onPort(url)
  })
}

/** Messages end with a zero byte. */
function onMessages(output: Readable, onMessage: (message: Message) => void): void {
  let parts: Buffer[] = []
  output.on('data', (bytes: Buffer) => {
    let from = 0
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, from)) {
      parts.push(bytes.subarray(from, end))
      from = end + 1
      onMessage(JSON.parse(Buffer.concat(parts).toString()))
      parts = []
    }
    if (from < bytes.length) parts.push(bytes.subarray(from))
  })
}
