import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type ClientChannel, type HostChannel, PROTOCOL } from '#shared/contract/wire.ts'
import { AppError } from '#shared/error.ts'
import { clientSocketChannel, hostSocketChannel } from './local-socket.ts'

/** What the kernel takes as a socket's path is 108 bytes, some of them less, and a zero at the end. */
const MAX_PATH_BYTES = 103

const Greeting = z.object({ protocol: z.string(), pid: z.int() })

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
  onChannel: (channel: HostChannel) => void,
): Promise<AsyncDisposable> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.write(`${JSON.stringify({ protocol: PROTOCOL, pid: process.pid })}\n`)
    onChannel(hostSocketChannel(socket))
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
export async function dialLocally(path: string, withinMs: number): Promise<ClientChannel> {
  const socket = connect(path)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const timer = setTimeout(() => reject(silent()), withinMs)
  socket.once('data', resolve)
  socket.once('error', reject)
  socket.once('close', () => reject(notListening()))
  try {
    checkGreeting(await promise)
    return clientSocketChannel(socket)
  } catch (cause) {
    socket.destroy()
    if (AppError.is(cause)) throw cause
    throw notListening(cause)
  } finally {
    clearTimeout(timer)
  }
}

function notListening(cause?: unknown): AppError {
  return new AppError('unavailable', 'Nobody listens there.', { cause, retryable: true })
}

function silent(): AppError {
  return new AppError('unavailable', 'It does not answer.')
}

function checkGreeting(line: Buffer): void {
  const { protocol, pid } = Greeting.parse(JSON.parse(line.toString('utf8')))
  if (protocol === PROTOCOL) return
  const message = `Process ${pid} owns the data folder and is another version of Orrery. End it first.`
  throw new AppError('unsupported', message)
}
