import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { AppError } from '#shared/lib/app-error.ts'
import { parseJson } from '#shared/lib/json.ts'
import { ellipsize } from '#shared/lib/truncate-text.ts'
import { signalProgram } from '../../../processes/processes.ts'
import { toProgramPath } from '../../../programs/find-program.ts'
import { repairMessages } from './repair-messages.ts'

/** A message that is larger ends the connection: nothing that agents can use is. */
export const MAX_MESSAGE_BYTES = 10 * 1024 * 1024
/** How much of what it says besides is kept, to explain its end by. */
const SAID_CHARS = 2000
const NOISE_CHARS = 200
/** How long it may take to end by itself, and then once it was asked to. */
const GRACE_MS = 500

const LINE_FEED = 10

export interface ProgramOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** The server's entry, which a person trusts, names the `PATH`. */
  readonly isPathTrusted?: boolean
}

/**
 * A server that is a program of this machine, spoken to over its standard streams. It has a process
 * group of its own, and ends with all it has started; where there are no groups, by itself.
 */
export class ProgramTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #options: ProgramOptions
  readonly #lines = new LineBuffer(MAX_MESSAGE_BYTES)
  #child: ChildProcessWithoutNullStreams | undefined
  #said = ''
  #noise = ''
  #ending: string | undefined
  #isClosing = false

  constructor(options: ProgramOptions) {
    this.#options = options
  }

  /** The end of what it said on its error stream. */
  get said(): string {
    return this.#said.trim()
  }

  /** The last line that it printed among its messages and that isn't one. */
  get noise(): string {
    return this.#noise.trim()
  }

  /** What it ended with by itself, as a person would say it. */
  get ending(): string | undefined {
    return this.#ending
  }

  async start(): Promise<void> {
    const { command, args, env, cwd, isPathTrusted = false } = this.#options
    const isWindows = process.platform === 'win32'
    const start = { folder: cwd, env, isPathTrusted, isThroughShell: isWindows }
    const whole = [toProgramPath(command, start), ...args]
    const [program = '', ...rest] = isWindows ? whole.map(quoteForShell) : whole
    const child = spawn(program, rest, {
      env: { ...env },
      cwd,
      stdio: 'pipe',
      detached: !isWindows,
      // Most are scripts there, which only a shell starts.
      shell: isWindows && toProgramPath('cmd.exe', { folder: cwd, env: process.env }),
      windowsHide: true,
    })
    this.#child = child
    this.#listen(child)
    try {
      await once(child, 'spawn')
    } catch (cause) {
      throw new AppError('unavailable', whyNotStarted(command, cause), { cause })
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#child ?? {}
    if (!stdin?.writable) throw new AppError('unavailable', 'It has ended.')
    if (!stdin.write(serializeMessage(message))) {
      await Promise.race([once(stdin, 'drain'), once(stdin, 'close')])
    }
  }

  /** Ends it, and whatever of its group is left. */
  async close(): Promise<void> {
    this.#isClosing = true
    const child = this.#child
    if (!child?.pid) return
    child.stdin.end()
    if (!(await endsSoon(child))) signalProgram(child, 'SIGTERM')
    await endsSoon(child)
    signalProgram(child, 'SIGKILL')
    child.stdout.destroy()
    child.stderr.destroy()
    this.#lines.clear()
  }

  #listen(child: ChildProcessWithoutNullStreams): void {
    child.on('error', (error) => this.onerror?.(error))
    child.stdin.on('error', (error) => void this.#reportBroken(child, error))
    child.stdout.on('error', (error) => this.onerror?.(error))
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-SAID_CHARS)
    })
    const closed = new AbortController()
    child.on('exit', (code, signal) => {
      if (!this.#isClosing) this.#ending = signal ?? `exit code ${code}`
      void letGo(child, closed.signal)
    })
    child.on('close', () => {
      closed.abort()
      this.onclose?.()
    })
  }

  /** Its exit says more than a broken pipe. */
  async #reportBroken(child: ChildProcessWithoutNullStreams, error: Error): Promise<void> {
    if (!(await endsSoon(child))) this.onerror?.(error)
  }

  #read(chunk: Buffer): void {
    if (this.#isClosing) return
    try {
      for (const line of this.#lines.append(chunk)) this.#readLine(line)
    } catch (error) {
      this.#ending ??= 'a message of more than 10 MB'
      this.onerror?.(toError(error))
      void this.close()
    }
  }

  /** Many servers also print text where only messages belong. */
  #readLine(line: string): void {
    const messages = repairMessages(parseJson(line.replace(/^\uFEFF/, '')))
    if (messages.length === 0 && line.trim() !== '') this.#noise = ellipsize(line, NOISE_CHARS)
    for (const message of messages) this.onmessage?.(message)
  }
}

/** What it has started may hold its streams open for as long as it likes. */
async function letGo(child: ChildProcessWithoutNullStreams, signal: AbortSignal): Promise<void> {
  signalProgram(child, 'SIGKILL')
  await delay(GRACE_MS, undefined, { signal }).catch(() => undefined)
  child.stdout.destroy()
  child.stderr.destroy()
}

async function endsSoon(child: ChildProcessWithoutNullStreams): Promise<boolean> {
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  if (isOver()) return true
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([
    once(child, 'exit', { signal }),
    delay(GRACE_MS, undefined, { signal }),
  ]).finally(() => waiting.abort())
  return isOver()
}

function quoteForShell(word: string): string {
  return /[\s&|<>^"]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word
}

function whyNotStarted(command: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ENOENT') return `There is no program “${command}” here. Install it, or correct it.`
  if (code === 'EACCES') return `“${command}” is no program that may be started.`
  return `“${command}” could not be started.`
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/** Splits a stream of bytes into lines of UTF-8 text. */
class LineBuffer {
  readonly #maxBytes: number
  #pending: Buffer[] = []
  #pendingBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Returns the lines that `chunk` completes. Throws if a line is longer than the limit. */
  append(chunk: Buffer): readonly string[] {
    const lines: string[] = []
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      this.#add(chunk.subarray(from, end))
      lines.push(Buffer.concat(this.#pending).toString('utf8'))
      this.clear()
      from = end + 1
    }
    this.#add(chunk.subarray(from))
    return lines
  }

  clear(): void {
    this.#pending = []
    this.#pendingBytes = 0
  }

  #add(part: Buffer): void {
    this.#pendingBytes += part.length
    if (this.#pendingBytes > this.#maxBytes) {
      this.clear()
      throw new RangeError(`A line has more than ${this.#maxBytes} bytes.`)
    }
    if (part.length > 0) this.#pending.push(part)
  }
}
