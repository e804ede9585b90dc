// Tries everything that only a person may do, by each way to a host, and writes down how each attempt ended.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { needsPerson } from '#shared/contract/access.ts'
import { connectClient, Exchange } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { fromTextFrame } from '#shared/wire/frames.ts'
import { type ClientChannel, PROTOCOL, type Reply } from '#shared/wire/protocol.ts'
import { readLine } from '../../src-main/transports/line-reader.ts'
import { dialLocally } from '../../src-main/transports/local-server.ts'
import { clientSocketChannel } from '../../src-main/transports/local-socket.ts'
import { Inbox } from '../../src-main/transports/message-queues.ts'
import { cliSource } from './cli-program.ts'

export const Orders = z.object({
  dataDir: z.string(),
  socket: z.string(),
  /** A link for a window, as if it had been read from somewhere. */
  link: z.string(),
  project: z.string(),
  projectId: ProjectId,
  sessionId: SessionId,
  /** A process that no agent started. */
  personPid: z.int(),
  report: z.string(),
})
export type Orders = z.infer<typeof Orders>

/** By procedure: `ok`, or the error's code. */
const Outcomes = z.record(z.string(), z.string())

export const Report = z.object({
  client: Outcomes,
  impostor: Outcomes,
  silent: Outcomes,
  window: Outcomes,
  commands: z.array(z.object({ args: z.string(), code: z.number(), err: z.string() })),
})
export type Report = z.infer<typeof Report>

const COMMANDS = [
  ['policy', 'allow', 'run_command', '--args', 'make'],
  ['trust', 'all'],
  ['settings', 'baseUrls.anthropic', 'http://127.0.0.1:9'],
  ['run', 'Go on.', '--profile', 'trusted'],
  ['policy', 'rules'],
]

async function act(orders: Orders): Promise<Report> {
  const report = {
    client: await tryAll(await dialLocally(orders.socket, 10_000), orders),
    impostor: await tryAll(await dialAs(orders.socket, orders.personPid, true), orders),
    silent: await tryAll(await dialAs(orders.socket, orders.personPid, false), orders),
    window: await tryAll(await openWindow(orders.link), orders),
  }
  const commands = await Promise.all(COMMANDS.map((args) => runCommand(args, orders)))
  return { ...report, commands }
}

async function tryAll(channel: ClientChannel, orders: Orders): Promise<z.infer<typeof Outcomes>> {
  const exchange = new Exchange(channel)
  const inputs = await prepareInputs(channel, orders)
  const paths = Object.keys(contract).filter(needsPerson)
  const outcomes = paths.map(async (path) => [path, await attempt(exchange, path, inputs[path])])
  const all: unknown = Object.fromEntries(await Promise.all(outcomes))
  channel[Symbol.dispose]()
  return Outcomes.parse(all)
}

/** What changes most: the others are tried without an input. */
async function prepareInputs(
  channel: ClientChannel,
  { projectId, sessionId }: Orders,
): Promise<Readonly<Record<string, unknown>>> {
  const client = connectClient(channel, contract)
  const { startables } = await client['trust.list']({ projectId })
  const waiting = await client['approvals.inbox']({})
  const [approvalId] = waiting.flatMap((one) =>
    one.type === 'approval' ? [one.approval.approvalId] : [],
  )
  return {
    'trust.grant': { projectId, hashes: startables.map(({ hash }) => hash) },
    'approvals.decide': { sessionId, approvalId, decision: 'approve' },
    'sessions.configure': { sessionId, profile: 'trusted' },
    'settings.change': { baseUrls: { anthropic: 'http://127.0.0.1:9' } },
    'policy.allow': { projectId, tool: 'run_command', pattern: 'make' },
    'environment.allow': { projectId, names: ['DATABASE_URL'] },
  }
}

async function attempt(exchange: Exchange, path: string, input: unknown): Promise<string> {
  try {
    await exchange.call(path, input)
    return 'ok'
  } catch (error) {
    return AppError.is(error) ? error.code : String(error)
  }
}

/** Connects under another process's number, and listens at the name that proves it or doesn't. */
async function dialAs(path: string, pid: number, listens: boolean): Promise<ClientChannel> {
  const socket = connect(path)
  socket.on('error', () => undefined)
  const { proof } = JSON.parse(await readLine(socket, 65_536))
  using listening = new DisposableStack()
  if (listens) {
    const server = createServer()
    server.listen(`\0${proof}`)
    await once(server, 'listening')
    listening.defer(() => server.close())
  }
  socket.write(`${JSON.stringify({ pid, client: { type: 'window' }, peers: [] })}\n`)
  await readLine(socket, 65_536)
  return clientSocketChannel(socket)
}

async function openWindow(link: string): Promise<ClientChannel> {
  const { origin, host, hash } = new URL(link)
  const headers = { origin, 'content-type': 'application/json' }
  const body = JSON.stringify({ ticket: hash.replace('#ticket=', '') })
  const answer = await fetch(`${origin}/auth`, { method: 'POST', headers, body })
  const { token } = z.object({ token: z.string() }).parse(await answer.json())
  const socket = new WebSocket(`ws://${host}/ws`, [PROTOCOL, `bearer.${token}`], { origin })
  const inbox = new Inbox<Reply>()
  socket.on('message', (data) => inbox.receive(fromTextFrame(String(data))))
  socket.on('close', () => inbox.close())
  await once(socket, 'open')
  return {
    send: (message) => socket.send(JSON.stringify([message])),
    onMessage: inbox.onMessage,
    onClose: inbox.onClose,
    [Symbol.dispose]: () => socket.terminate(),
  }
}

async function runCommand(args: readonly string[], { dataDir, project }: Orders) {
  const env = { ...process.env, ORRERY_DATA_DIR: dataDir }
  const child = spawn(process.execPath, [cliSource, ...args], { cwd: project, env })
  const ended = once(child, 'close')
  const [err, [code]] = await Promise.all([text(child.stderr), ended, text(child.stdout)])
  return { args: args.join(' '), code: Number(code), err }
}

if (import.meta.main) {
  const orders = Orders.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')))
  writeFileSync(orders.report, JSON.stringify(await act(orders)))
}
