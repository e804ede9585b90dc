import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { rgPath } from '@vscode/ripgrep'
import { AppError } from '#shared/lib/app-error.ts'
import { toProgramEnvironment } from '../../programs/program-environment.ts'
import { outsideArchive } from '../../runtime/native-part.ts'
import { splitRecords } from '../../text/split-lines.ts'

export const ripgrepProgram = outsideArchive(rgPath)

/** Ignore files above the searched folder are the caller's choice: `openIgnoreScope` finds them. */
const ALWAYS = [
  '--no-config',
  '--no-messages',
  '--no-ignore-parent',
  '--no-ignore-global',
  '--color=never',
]

interface RipgrepOptions {
  readonly args: readonly string[]
  readonly folder: string
  /** Between two records. */
  readonly separator: '\0' | '\n'
  readonly signal?: AbortSignal | undefined
  /** Searched where `args` name `-`. */
  readonly input?: Readable
  /** Aborted as soon as ripgrep needs no more of the input, so that what produces it can stop. */
  readonly inputAbort?: AbortController
}

/** The records that ripgrep prints, as many at once as come together. Leaving the loop early ends it. */
export async function* runRipgrep(options: RipgrepOptions): AsyncGenerator<readonly string[]> {
  const { args, folder, separator, signal, input, inputAbort } = options
  signal?.throwIfAborted()
  if (args.some((one) => one.includes('\0'))) {
    throw new AppError('invalid-input', 'What is searched for holds no NUL.')
  }
  const child = spawn(ripgrepProgram, [...ALWAYS, ...args], {
    cwd: folder,
    env: toProgramEnvironment(process.env),
    stdio: 'pipe',
    windowsHide: true,
    ...(signal && { signal }),
  })
  let inputError: unknown
  const fed = pipeline(input ?? Readable.from([]), child.stdin).catch((error: unknown) => {
    inputError = error
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 1000)
  })
  const ended = Promise.race([once(child, 'close'), once(child, 'error')])
  // Whoever waits for the end below hears of a failure; nobody may have come that far.
  ended.catch(() => {})
  try {
    yield* splitRecords(child.stdout.setEncoding('utf8'), separator)
    const [code] = await ended
    inputAbort?.abort()
    signal?.throwIfAborted()
    await fed
    // ripgrep may have ended before it read all of its input; any other failure is the input's own.
    if (AppError.is(inputError)) throw inputError
    if (code === 2 && complaint) throw new AppError('invalid-input', toSentence(complaint))
  } finally {
    child.kill('SIGKILL')
    inputAbort?.abort()
    await ended.catch(() => {})
    await fed
  }
}

/** Where it explains a pattern at length, its last word on it. */
function toSentence(complaint: string): string {
  const lines = complaint.split('\n').filter(Boolean)
  const said = lines.find((line) => line.startsWith('error: ')) ?? lines[0] ?? 'no reason given'
  return `The search was refused: ${said.replace(/^(rg|error): /u, '')}.`
}
