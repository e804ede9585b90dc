import { AppError } from '#shared/lib/app-error.ts'
import { type Program, type ProgramOptions, startProgram } from '../adapters/program.ts'
import { Inspector } from './inspector.ts'

/** What Node says of its inspector, and the program does not. */
const OF_INSPECTOR =
  /^(?:Debugger listening on ws:\/\/.*|For help, see: https:\/\/nodejs\.org\/.*|Debugger attached\.|Debugger ending on ws:\/\/.*|Waiting for the debugger to disconnect\.\.\.)\r?\n?/gmu
const LISTENING = /Debugger listening on (ws:\/\/\S+)/u

interface NodeProgram {
  readonly program: Program
  readonly inspector: Inspector
}

interface StartOptions extends ProgramOptions {
  readonly onOutput: (category: 'stdout' | 'stderr', text: string) => void
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Starts Node, which waits for us before it runs anything. Where that fails nothing is left of it. */
export async function startNode(options: StartOptions): Promise<NodeProgram> {
  const { onOutput, timeoutMs, signal } = options
  await using starting = new AsyncDisposableStack()
  const program = starting.use(await startProgram(options))
  const { stdout, stderr } = program.child
  stdout.setEncoding('utf8').on('data', (text: string) => onOutput('stdout', text))
  const said = listen(program, (text) => onOutput('stderr', text))
  stderr.setEncoding('utf8')
  const url = await Promise.race([said, whyNot(program), tooLate(timeoutMs, signal)])
  const inspector = await Inspector.connect(url, timeoutMs)
  starting.move()
  return { program, inspector }
}

/** Where the inspector listens; what else is printed is told. */
function listen({ child }: Program, onText: (text: string) => void): Promise<string> {
  return new Promise((resolve) => {
    let head = ''
    child.stderr.on('data', (chunk: Buffer | string) => {
      const text = String(chunk)
      head = (head + text).slice(0, 4000)
      const url = LISTENING.exec(head)?.[1]
      if (url) resolve(url)
      const own = text.replaceAll(OF_INSPECTOR, '')
      if (own !== '') onText(own)
    })
  })
}

/** Node goes on without its inspector where it can't listen, or ends at once. */
async function whyNot(program: Program): Promise<never> {
  const failed = new Promise<string>((resolve) => {
    program.child.stderr.on('data', (chunk: Buffer | string) => {
      const text = String(chunk)
      const start = text.indexOf('Starting inspector on ')
      if (start >= 0 && text.includes(' failed', start)) resolve(text.trim())
    })
  })
  const ended = program.exited.then((code) => {
    const how = code === null ? 'was ended by a signal' : `ended with exit code ${code}`
    return `Node ${how} before the debugger could begin. ${program.lastWords}`
  })
  const why = await Promise.race([failed, ended])
  throw new AppError('unavailable', why.trim())
}

function tooLate(timeoutMs: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const message = 'Node did not offer its inspector in time.'
    const timer = setTimeout(() => reject(new AppError('unavailable', message)), timeoutMs)
    timer.unref()
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new AppError('cancelled', 'Cancelled.'))
    })
  })
}
