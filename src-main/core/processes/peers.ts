import { randomUUID } from 'node:crypto'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { listPids } from './processes.ts'

/** A TCP connection, as the accepting end sees it. */
export interface TcpConnection {
  readonly localPort: number
  readonly remoteAddress: string
  readonly remotePort: number
}

/**
 * Returns the processes that may be at the other end of a TCP connection to this process: those that hold the
 * socket, or if none is seen to, all whose open files can't be seen. `undefined` for a process of this machine
 * that has closed its end already. None for a connection from another machine, and on systems other than Linux.
 */
export async function findTcpPeers(
  connection: TcpConnection,
): Promise<readonly number[] | undefined> {
  if (process.platform !== 'linux') return []
  const sockets = await findSockets(connection)
  if (sockets.size === 0) return isOwnAddress(connection.remoteAddress) ? undefined : []
  const [holders, hidden]: [number[], number[]] = [[], []]
  for (const pid of listPids().map(Number)) {
    const holds = await holdsSocket(pid, sockets)
    if (holds === true) holders.push(pid)
    else if (holds === undefined) hidden.push(pid)
  }
  return holders.length > 0 ? holders : hidden
}

/** Returns this machine's sockets with these ports the other way round, as links in `/proc` name them. */
async function findSockets({ localPort, remotePort }: TcpConnection): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(['tcp', 'tcp6'].map(readTable))
  const found = tables.flat().filter((row) => row.local === remotePort && row.remote === localPort)
  return new Set(found.map(({ inode }) => `socket:[${inode}]`))
}

async function readTable(name: string) {
  const text = await readFile(`/proc/self/net/${name}`, 'utf8').catch(() => '')
  return text
    .split('\n')
    .slice(1)
    .map((line) => {
      const [, local = '', remote = '', , , , , , , inode = '0'] = line.trim().split(/\s+/u)
      return { local: portOf(local), remote: portOf(remote), inode }
    })
    .filter(({ inode }) => inode !== '0')
}

/** `0100007F:1F90`: an address and a port in hexadecimal. */
function portOf(address: string): number {
  return Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16)
}

/** An IPv4 address may be written as one of IPv6: `::ffff:127.0.0.1`. */
function isOwnAddress(address: string): boolean {
  const bare = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
  if (bare.startsWith('127.')) return true
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return own.some((one) => one.address === bare)
}

/**
 * Whether a process has one of these sockets open, which are named as links in `/proc` name them.
 * `undefined`: its open files can't be seen, because it is another user's or protects itself.
 */
async function holdsSocket(
  pid: number,
  sockets: ReadonlySet<string>,
): Promise<boolean | undefined> {
  const folder = `/proc/${pid}/fd`
  try {
    const links = (await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => ''))
    return (await Promise.all(links)).some((link) => sockets.has(link))
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isGone ? false : undefined
  }
}

/**
 * A random name at which a client listens, as an abstract Unix socket, to prove which process it is: Node
 * can't ask a local socket for its peer.
 */
interface ProcessProof {
  readonly name: string
  /** Whether this process listens at the name. */
  isHeldBy(pid: number): Promise<boolean>
}

/** `undefined` where other processes' sockets can't be seen: on every system but Linux. */
export const createProcessProof: (() => ProcessProof) | undefined =
  process.platform === 'linux' ? createProof : undefined

function createProof(): ProcessProof {
  const name = `orrery-${randomUUID()}`
  return {
    name,
    isHeldBy: async (pid) => (await holdsSocket(pid, await findSocketsAt(name))) ?? false,
  }
}

/** Returns the sockets that are bound to an abstract name, as links in `/proc` name them. */
async function findSocketsAt(name: string): Promise<ReadonlySet<string>> {
  const table = await readFile('/proc/self/net/unix', 'utf8')
  const rows = table.split('\n').map((line) => line.split(/\s+/u))
  const found = rows.filter(([, , , , , , , path]) => path === `@${name}`)
  return new Set(found.map(([, , , , , , inode]) => `socket:[${inode}]`))
}
