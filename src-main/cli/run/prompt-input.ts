import { once } from 'node:events'
import { fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { MAX_FRAME_BYTES } from '#shared/wire/protocol.ts'
import { wrongUsage } from '../command-line/exit-codes.ts'
import { decodeText } from '../command-line/read-input.ts'

/** The prompt argument that stands for standard input. */
export const STDIN = '-'

export interface Prompt {
  /** Absent: neither an argument nor standard input has one. */
  readonly text: string | undefined
  /** Whether standard input was read, so that it can't answer questions. */
  readonly isPiped: boolean
  /** Set where standard input stayed silent and was left out. */
  readonly note?: string
}

/**
 * Joins the prompt argument with the text on standard input.
 *
 * A terminal, `/dev/null` and a closed input are never read. A file is read whole. A pipe or a socket is
 * read to its end once it has sent something; one that sends nothing at first is left out, because
 * services and scripts often start commands with a pipe that nobody writes to. With `-` as an argument,
 * standard input is awaited for as long as it takes.
 */
export async function readPrompt(args: readonly string[]): Promise<Prompt> {
  const given = args.filter((arg) => arg !== STDIN)
  const isRequired = given.length < args.length
  const input = await readInput(isRequired)
  const isPiped = input.text.trim() !== ''
  if (isRequired && !isPiped) throw wrongUsage(EMPTY_INPUT)
  const parts = isPiped ? [...given, input.text] : given
  return {
    text: parts.length > 0 ? parts.join('\n\n') : undefined,
    isPiped,
    ...(input.isSilent && { note: SILENT_INPUT }),
  }
}

/** How long a pipe may take to send its first byte, unless `-` asks to wait. */
const FIRST_BYTE_MS = 2_000
const MAX_MEGABYTES = 10

const EMPTY_INPUT =
  'Standard input is empty, so there is no prompt. Pipe text into orrery run -, or give the prompt as an argument.'
const TERMINAL_INPUT =
  'Standard input is a terminal. Pipe the prompt into it: echo "Fix the tests" | orrery run -'
const SILENT_INPUT = `Standard input sent nothing within ${FIRST_BYTE_MS / 1_000} s, so the run doesn't include it. To wait for it, add - after the prompt. To skip the wait, add </dev/null.`
const NO_TEXT =
  "Standard input isn't UTF-8 text, so the run wasn't started. Convert it first, or name the file in the prompt."
const TOO_LONG = `Standard input is longer than ${MAX_MEGABYTES} MB, so the run wasn't started. Save it to a file in the project and name the file in the prompt.`

interface Input {
  readonly text: string
  /** Whether it was left out because nothing arrived in time. */
  readonly isSilent: boolean
}

async function readInput(isRequired: boolean): Promise<Input> {
  if (isRequired && isatty(0)) throw wrongUsage(TERMINAL_INPUT)
  if (!isRequired && !hasInput()) return { text: '', isSilent: false }
  if (!isRequired && (await isSilent())) return { text: '', isSilent: true }
  const text = decodeText(await readBytes(), NO_TEXT).replace(/^\uFEFF/, '')
  const frameBytes = Buffer.byteLength(JSON.stringify(text))
  if (frameBytes > MAX_FRAME_BYTES - FRAME_RESERVE_BYTES) throw wrongUsage(TOO_LONG)
  return { text: text.replace(/\r?\n$/, ''), isSilent: false }
}

/** For the rest of the request, and a prompt given as an argument. */
const FRAME_RESERVE_BYTES = 4 * 1024 * 1024

/** Whether standard input is a file, a pipe or a socket. */
function hasInput(): boolean {
  try {
    const stats = fstatSync(0)
    return stats.isFile() || stats.isFIFO() || stats.isSocket()
  } catch {
    // It is closed.
    return false
  }
}

/** Waits until standard input sends something or ends. */
async function isSilent(): Promise<boolean> {
  const { stdin } = process
  using waiting = new DisposableStack()
  const done = new AbortController()
  waiting.defer(() => done.abort())
  const { signal } = done
  const arrived = once(stdin, 'readable', { signal }).then(() => false)
  const late = delay(FIRST_BYTE_MS, true, { signal })
  const silent = await Promise.race([arrived, late])
  for (const loser of [arrived, late]) loser.catch(() => undefined)
  // A pipe that stays open must not keep the process running.
  if (silent && stdin instanceof Socket) stdin.pause().unref()
  return silent
}

async function readBytes(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  using _waiting = announceWaiting()
  for await (const chunk of process.stdin) {
    bytes += chunk.length
    if (bytes > MAX_MEGABYTES * 1_000_000) throw wrongUsage(TOO_LONG)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Tells a person why nothing happens while the input stays open. */
function announceWaiting(): Disposable {
  const message = 'Reading the prompt from standard input until it ends…'
  const timer = setTimeout(() => console.error(message), FIRST_BYTE_MS)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}
