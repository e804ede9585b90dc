import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { ClientName } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { type ClientChannel, type HostChannel, PROTOCOL } from '#shared/wire/protocol.ts'
import { readLine } from './line-reader.ts'
import { clientSocketChannel, hostSocketChannel } from './local-socket.ts'

/** What the kernel takes as a socket's path is 108 bytes, some of them less, and a zero at the end. */
const MAX_PATH_BYTES = 103

/** The host's first line. To prove which process it is, a client listens at the abstract socket `proof`. */
const Greeting = z.object({ protocol: z.string(), pid: z.int(), proof: z.string().optional() })

/** The client's first line. The host's answer to it is an empty line. */
const Introduction = z.strictObject({
  pid: z.int().positive(),
  client: ClientName,
  /** Processes that it passes requests on for, if it is a server itself. */
  peers: z.array(z.int().positive()),
})

const MAX_LINE_BYTES = 64 * 1024

/** A client, and the processes behind it. */
export interface Caller {
  readonly client: ClientName
  /** Processes that it passes requests on for, if it is a server itself. */
  readonly peers: readonly number[]
}

/** A client of the local socket. `pid` is absent if it didn't prove which process it is. */
export interface LocalCaller extends Caller {
  readonly pid?: number
}

/** A name that nobody else knows. A client listens at it to prove which process it is. */
interface Proof {
  readonly name: string
  isHeldBy(pid: number): Promise<boolean>
}

export interface Listener {
  readonly onChannel: (channel: HostChannel, caller: LocalCaller) => void
  /** Absent where clients can't prove which process they are. */
  readonly createProof?: (() => Proof) | undefined
}

/** Where the owner of a data folder can be reached by other processes of the same person. */
export function socketPathOf(dataDir: string): string {
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\orrery-${digest}`
  const path = join(dataDir, 'host.sock')
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : join(tmpdir(), `orrery-${digest}.sock`)
}

/** Listens for local clients, as the owner of the data folder: a socket left behind is taken away. */
export async function listenLocally(
  path: string,
  { onChannel, createProof }: Listener,
): Promise<AsyncDisposable> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // `close` follows every error.
    socket.on('error', () => undefined)
    greet(socket, createProof).then(
      (caller) => onChannel(hostSocketChannel(socket), caller),
      () => socket.destroy(),
    )
  })
  await listen(server, path)
  return {
    [Symbol.asyncDispose]: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
      await promise
    },
  }
}

/** Fails if the client's first line isn't an introduction. */
async function greet(socket: Socket, createProof: Listener['createProof']): Promise<LocalCaller> {
  const proof = createProof?.()
  writeLine(socket, { protocol: PROTOCOL, pid: process.pid, ...(proof && { proof: proof.name }) })
  const { pid, ...caller } = Introduction.parse(JSON.parse(await readLine(socket, MAX_LINE_BYTES)))
  const isProven = (await proof?.isHeldBy(pid)) ?? false
  socket.write('\n')
  return { ...caller, ...(isProven && { pid }) }
}

function writeLine(socket: Socket, message: unknown): void {
  socket.write(`${JSON.stringify(message)}\n`)
}

async function listen(server: Server, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.once('listening', resolve)
  if (process.platform === 'win32') {
    server.listen(path)
  } else {
    rmSync(path, { force: true })
    listenPrivately(server, path)
  }
  await promise
}

/** The file is made by the call itself, so that it never was anyone else's to open. */
function listenPrivately(server: Server, path: string): void {
  const before = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(before)
  }
}

/**
 * Connects to an owner. Fails as `unavailable` where nobody listens, which is `retryable`: an owner may
 * be starting or closing. An owner that listens and doesn't answer within the time isn't.
 */
export async function dialLocally(
  path: string,
  withinMs: number,
  caller: Caller = UNNAMED,
): Promise<ClientChannel> {
  const socket = connect(path)
  socket.on('error', () => undefined)
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(silent()), withinMs)
  try {
    await Promise.race([introduce(socket, caller), late])
    return clientSocketChannel(socket)
  } catch (cause) {
    socket.destroy()
    if (AppError.is(cause)) throw cause
    throw notListening(cause)
  } finally {
    clearTimeout(timer)
  }
}

const UNNAMED: Caller = { client: { type: 'api' }, peers: [] }

async function introduce(socket: Socket, caller: Caller): Promise<void> {
  const { proof } = checkGreeting(await readLine(socket, MAX_LINE_BYTES))
  using _held = proof === undefined ? undefined : await listenAbstractly(proof)
  writeLine(socket, { pid: process.pid, ...caller })
  await readLine(socket, MAX_LINE_BYTES)
}

/** Where the name can't be had, this client proves nothing. */
async function listenAbstractly(name: string): Promise<Disposable> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const server = createServer((socket) => socket.destroy())
  server.once('error', () => resolve())
  server.listen(`\0${name}`, resolve)
  await promise
  return { [Symbol.dispose]: () => server.close() }
}

function notListening(cause?: unknown): AppError {
  return new AppError('unavailable', 'Nobody listens there.', { cause, retryable: true })
}

function silent(): AppError {
  return new AppError('unavailable', 'It does not answer.')
}

function checkGreeting(line: string): z.infer<typeof Greeting> {
  const greeting = Greeting.parse(JSON.parse(line))
  const { protocol, pid } = greeting
  if (protocol === PROTOCOL) return greeting
  const message = `Process ${pid} owns the data folder and is another version of Orrery. End it first.`
  throw new AppError('unsupported', message)
}
