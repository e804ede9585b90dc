import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { afterEach, expect, test, vi } from 'vitest'
import { AGENT_MARK, addPersonProgram, agentMarkOf, findAgentProcess } from './agent-processes.ts'
import { createProcessProof, findTcpPeers } from './peers.ts'
import { hasEnded } from './processes.ts'

// The kind of CVE-2026-22812 (opencode): any local process could use its local server as its person.

const DATA_DIR = '/data'
const MARK = { [AGENT_MARK]: agentMarkOf(DATA_DIR) }
const linux = test.runIf(process.platform === 'linux')

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

/** Starts a shell script, and returns the first number that it prints. */
async function start(script: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn('sh', ['-c', script], { env: { PATH: process.env.PATH, ...env } })
  child.stderr.resume()
  cleaning.push(() => endChild(child))
  const [line] = await once(createInterface(child.stdout), 'line')
  const pid = Number(line)
  cleaning.push(() => endPid(pid))
  return { child, pid }
}

/** Starts a shell script with `WAIT`, and returns the process that sleeps. */
async function startSleeping(script: string, env: NodeJS.ProcessEnv = {}) {
  const started = await start(script, env)
  // It prints its number before it becomes `sleep`, and has no environment in between.
  const read = (name: string) => readFileSync(`/proc/${started.pid}/${name}`, 'utf8')
  await vi.waitUntil(() => read('cmdline').startsWith('sleep') && read('environ') !== '', 60_000)
  return started
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

function endPid(pid: number): void {
  if (!hasEnded(pid)) process.kill(pid, 'SIGKILL')
}

const WAIT = 'echo $$; exec sleep 600'
/** In a session of its own, under another parent. */
const DETACHED = `setsid sh -c '${WAIT}' &`

linux('a child of the host works for an agent, whatever its environment says', async () => {
  const { pid } = await startSleeping(WAIT)
  expect(findAgentProcess(pid, DATA_DIR)).toEqual({ pid, command: 'sleep 600' })
  const { child, pid: grandchild } = await startSleeping(`sh -c '${WAIT}'; true`)
  expect(findAgentProcess(grandchild, DATA_DIR)?.pid).toBe(child.pid)
})

linux('a person’s program and what it starts don’t, unless they have the mark', async () => {
  const { child, pid } = await startSleeping(`sh -c '${WAIT}'; true`)
  using _persons = addPersonProgram(child.pid ?? 0)
  expect(findAgentProcess(pid, DATA_DIR)).toBeUndefined()
  const marked = await startSleeping(`env ${AGENT_MARK}=${MARK[AGENT_MARK]} sh -c '${WAIT}'; true`)
  using _alsoPersons = addPersonProgram(marked.child.pid ?? 0)
  expect(findAgentProcess(marked.pid, DATA_DIR)?.pid).toBe(marked.pid)
})

linux('a detached process is an agent’s while it has the mark of this data folder', async () => {
  const { child, pid } = await startSleeping(DETACHED, MARK)
  if (child.exitCode === null) await once(child, 'exit')
  expect(findAgentProcess(pid, DATA_DIR)?.pid).toBe(pid)
  expect(findAgentProcess(pid, '/other')).toBeUndefined()
})

// Known and open: docs/security.md says so.
linux('a detached process that removed the mark is not recognized', async () => {
  const { child, pid } = await startSleeping(`env -u ${AGENT_MARK} ${DETACHED}`, MARK)
  if (child.exitCode === null) await once(child, 'exit')
  expect(findAgentProcess(pid, DATA_DIR)).toBeUndefined()
})

linux('this process is no agent’s, and neither is the one that started it', () => {
  expect(findAgentProcess(process.pid, DATA_DIR)).toBeUndefined()
  expect(findAgentProcess(process.ppid, DATA_DIR)).toBeUndefined()
})

linux('a process proves itself by listening at the name, and proves no other one', async () => {
  const proof = createProcessProof?.()
  if (!proof) throw new Error('Linux has proofs.')
  expect(await proof.isHeldBy(process.pid)).toBe(false)
  const server = createServer()
  server.listen(`\0${proof.name}`)
  await once(server, 'listening')
  expect(await proof.isHeldBy(process.pid)).toBe(true)
  expect(await proof.isHeldBy(process.ppid)).toBe(false)
  expect(await proof.isHeldBy(1)).toBe(false)
  server.close()
})

linux(
  'the processes behind a TCP connection are found by its ports, in IPv4 and IPv6',
  async () => {
    for (const address of ['127.0.0.1', '::1']) {
      const server = createServer()
      server.listen(0, address)
      await once(server, 'listening')
      const accepted: Promise<Socket[]> = once(server, 'connection')
      const script = `require('net').connect(${portOf(server)}, '${address}', () => console.log(process.pid))`
      const { pid } = await start(`exec "${process.execPath}" -e "${script}"`)
      const [socket] = await accepted
      if (!socket) throw new Error('Nothing was accepted.')
      socket.on('error', () => undefined)
      const { localPort = 0, remotePort = 0, remoteAddress = '' } = socket
      const connection = { localPort, remotePort, remoteAddress }
      expect(await findTcpPeers(connection)).toEqual([pid])
      endPid(pid)
      await expect.poll(() => findTcpPeers(connection)).toBeUndefined()
      expect(await findTcpPeers({ ...connection, remoteAddress: '192.0.2.1' })).toEqual([])
      socket.destroy()
      server.close()
    }
  },
)

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
