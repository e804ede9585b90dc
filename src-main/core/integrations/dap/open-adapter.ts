import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { AppError } from '#shared/lib/app-error.ts'
import type { AgentEnvironment } from '../../processes/agent-environment.ts'
import { listPrograms } from '../../programs/find-program.ts'
import type { DapPeer } from './adapters/dap-protocol.ts'
import { lastOf, type Program, type Redact, startProgram } from './adapters/program.ts'
import { StreamPeer } from './adapters/stream-peer.ts'
import { type AdapterCommand, type Plan, PORT } from './program-plan/plan-program.ts'

interface OpenOptions {
  readonly root: string
  readonly env: AgentEnvironment
  readonly signal: AbortSignal
  /** Takes known secrets out of what an adapter says of its end. */
  readonly redact: Redact
}

interface OpenedAdapter {
  readonly peer: DapPeer
  /** What to know of it. */
  readonly note?: string
}

/** Starts the debug adapter of a plan. */
export async function openAdapter(
  { type, adapter }: Pick<Plan, 'type' | 'adapter'>,
  options: OpenOptions,
): Promise<OpenedAdapter> {
  if (adapter) return { peer: await openCommand(adapter, options) }
  if (type === 'node') {
    const { NodePeer } = await import('./node/node-peer.ts')
    return { peer: new NodePeer(options) }
  }
  const { command, isUsual } = await findDebugpy(options)
  const peer = await openCommand({ command, args: ['-m', 'debugpy.adapter'] }, options)
  const note = `It runs with ${command}: the python3 that commands find has no debugpy.`
  return { peer, ...(!isUsual && { note }) }
}

async function openCommand(
  { command, args }: AdapterCommand,
  { root, env, signal, redact }: OpenOptions,
): Promise<DapPeer> {
  const port = args.some((arg) => arg.includes(PORT)) ? await findFreePort() : undefined
  const filled = args.map((arg) => arg.replaceAll(PORT, String(port)))
  const program = await startProgram({ command, args: filled, cwd: root, env })
  const gone = program.exited.then((code) => tellGone(command, code, lastWordsOf(program, redact)))
  const dispose = () => program[Symbol.asyncDispose]()
  if (port === undefined) {
    return new StreamPeer({
      input: program.child.stdin,
      output: program.child.stdout,
      gone,
      dispose,
    })
  }
  try {
    // What it prints is read, so that it can go on.
    program.child.stdout.resume()
    const socket = await reach(port, program, { signal, redact })
    return new StreamPeer({
      input: socket,
      output: socket,
      gone: Promise.race([gone, once(socket, 'close').then(() => `${command} hung up.`)]),
      dispose: async () => {
        socket.destroy()
        await dispose()
      },
    })
  } catch (error) {
    await dispose()
    throw error
  }
}

function lastWordsOf({ lastWords }: Program, redact: Redact): string {
  return lastOf(lastWords, { chars: 500, redact })
}

function tellGone(command: string, code: number | null, lastWords: string): string {
  const how = code === null ? 'was ended by a signal' : `ended with exit code ${code}`
  const words = lastWords === '' ? '' : ` Its last words: ${lastWords}`
  return `The debug adapter (${command}) ${how}.${words}`
}

/** A port that nothing listens on now. */
async function findFreePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') {
    throw new AppError('unavailable', 'There is no free port for the debug adapter.')
  }
  return address.port
}

const REACH_MS = 15_000
const PAUSE_MS = 50

/** Knocks until somebody opens, or it is clear that nobody will. */
async function reach(
  port: number,
  program: Program,
  { signal, redact }: Pick<OpenOptions, 'signal' | 'redact'>,
): Promise<Socket> {
  const until = performance.now() + REACH_MS
  let hasEnded = false
  void program.exited.then(() => {
    hasEnded = true
  })
  while (performance.now() < until && !hasEnded) {
    signal.throwIfAborted()
    const socket = await knock(port)
    if (socket) return socket
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  const message = hasEnded
    ? `The debug adapter ended at once. ${lastWordsOf(program, redact)}`
    : 'The debug adapter does not listen on the port it was given.'
  throw new AppError('unavailable', message.trim())
}

function knock(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(socket))
    socket.on('error', () => resolve(undefined))
  })
}

const CHECK_MS = 10_000

/** A Python that has debugpy: it need not be the one that runs the program. */
async function findDebugpy({ root, env, signal }: OpenOptions): Promise<{
  readonly command: string
  readonly isUsual: boolean
}> {
  const names = process.platform === 'win32' ? ['python.exe'] : ['python3', 'python']
  const start = { folder: root, env: env.read() }
  const inPath = names.flatMap((name) => [...listPrograms(name, start)])
  const usual = process.platform === 'win32' ? [] : ['/usr/bin/python3', '/usr/local/bin/python3']
  const there = [...new Set([...inPath, ...usual])].filter((path) => existsSync(path))
  for (const command of there) {
    signal.throwIfAborted()
    if (await hasDebugpy(command, { root, env })) {
      return { command, isUsual: command === there[0] }
    }
  }
  const message =
    'Python’s debugger is not installed. Install it with `pip install debugpy`, or `apt-get install python3-debugpy`.'
  throw new AppError('unavailable', message)
}

async function hasDebugpy(
  command: string,
  { root, env }: Pick<OpenOptions, 'root' | 'env'>,
): Promise<boolean> {
  // Isolated: a folder of the project’s that has the same name is not taken for it.
  const args = ['-I', '-c', 'import debugpy.adapter']
  await using program = await startProgram({ command, args, cwd: root, env })
  program.child.stdout.resume()
  const late = AbortSignal.timeout(CHECK_MS)
  const code = await Promise.race([program.exited, once(late, 'abort').then(() => null)])
  return code === 0
}
