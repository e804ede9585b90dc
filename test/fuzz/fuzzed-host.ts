import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { connectClient } from '#shared/contract/client.ts'
import { contract, type HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { SessionId, TerminalId } from '#shared/lib/ids.ts'
import { fromTextFrame } from '#shared/wire/frames.ts'
import {
  type ClientChannel,
  type HostChannel,
  PROTOCOL,
  type Reply,
} from '#shared/wire/protocol.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import type { Pty, SpawnPty } from '../../src-main/core/terminals/pty.ts'
import { startServer } from '../../src-main/server/server.ts'
import { createPair } from '../../src-main/transports/in-process.ts'
import { Inbox } from '../../src-main/transports/message-queues.ts'
import { serve } from '../../src-main/transports/serve-contract.ts'
import { openTestHost } from '../support/host-fixture.ts'
import { startModelServer } from '../support/model-server.ts'
import type { Known } from './arbitrary-json.ts'

/** A real host on a ground of its own, asked in process and over a real socket. */
export interface FuzzedHost extends AsyncDisposable {
  readonly client: Client<HostContract>
  /** Bugs that the host told of by itself. */
  readonly reported: string[]
  connect(): ClientChannel
  connectBySocket(): Promise<ClientChannel>
  openSocket(): Promise<WebSocket>
  /** Values that mean something to this host, made anew where they are gone. */
  prepare(): Promise<Known>
}

export async function openFuzzedHost(folder: string): Promise<FuzzedHost> {
  await using owned = new AsyncDisposableStack()
  const model = owned.use(await startModelServer(() => ({ text: 'Done.' })))
  const reported: string[] = []
  const report = (error: unknown, doing: string) =>
    void reported.push(`${doing}: ${error instanceof Error ? error.stack : String(error)}`)
  const host = owned.use(
    await openTestHost({
      dataDir: join(folder, 'data'),
      homeDir: join(folder, 'home'),
      env: { PATH: process.env['PATH'] },
      spawnPty: openInertTerminal,
      report,
    }),
  )
  const onChannel = (channel: HostChannel) =>
    void serve(channel, { contract, handlers: host.handlers, report })
  const rendererDir = join(folder, 'bin')
  const server = owned.use(
    await startServer({ port: 0, rendererDir, clock: systemClock, onChannel }),
  )
  const connect = () => {
    const pair = createPair()
    onChannel(pair.host)
    return pair.client
  }
  const client = connectClient(connect(), contract)
  const openSocket = () => openWindow(server.createLink())
  const disposables = owned.move()
  let prepared: Prepared | undefined
  return {
    client,
    reported,
    connect,
    openSocket,
    connectBySocket: async () => toChannel(await openSocket()),
    prepare: async () => {
      if (!prepared || !(await isThere(client, prepared))) {
        prepared = await prepare(client, { folder, baseUrl: model.url })
      }
      return prepared.known
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}

async function openWindow(link: string): Promise<WebSocket> {
  const { origin, host, hash } = new URL(link)
  const response = await fetch(`${origin}/auth`, {
    method: 'POST',
    headers: { origin },
    body: JSON.stringify({ ticket: hash.replace('#ticket=', '') }),
  })
  const { token } = Object(await response.json())
  const socket = new WebSocket(`ws://${host}/ws`, [PROTOCOL, `bearer.${token}`], { origin })
  await once(socket, 'open')
  return socket
}

function toChannel(socket: WebSocket): ClientChannel {
  const inbox = new Inbox<Reply>()
  socket.on('message', (data) => inbox.receive(fromTextFrame(String(data))))
  socket.on('close', () => inbox.close())
  return {
    send: (message) => socket.send(JSON.stringify(message)),
    onMessage: inbox.onMessage,
    onClose: inbox.onClose,
    [Symbol.dispose]: () => socket.close(),
  }
}

/** What is typed into it reaches no shell. */
const openInertTerminal: SpawnPty = async () => {
  const { promise, resolve } = Promise.withResolvers<{ exitCode: number }>()
  const nothing = () => undefined
  const pty: Pty = {
    pid: 0,
    isInForeground: true,
    exited: promise,
    onData: () => ({ [Symbol.dispose]: nothing }),
    write: nothing,
    resize: nothing,
    pause: nothing,
    resume: nothing,
    end: async () => resolve({ exitCode: 0 }),
  }
  return pty
}

interface Place {
  readonly folder: string
  readonly baseUrl: string
}

interface Prepared {
  readonly sessionId: SessionId
  readonly terminalId: TerminalId
  readonly known: Known
}

/** Whether nobody has deleted it, or closed its terminal. */
async function isThere(
  client: Client<HostContract>,
  { sessionId, terminalId }: Prepared,
): Promise<boolean> {
  const opened = await client['terminals.list']({ sessionId }).catch(() => [])
  return opened.some(({ id, exitCode }) => id === terminalId && exitCode === undefined)
}

/** A project and a session with a run, and what they are asked by. */
async function prepare(
  client: Client<HostContract>,
  { folder, baseUrl }: Place,
): Promise<Prepared> {
  const path = join(folder, 'project')
  const { projectId } = await client['projects.open']({ path })
  const model = 'compatible:scripted'
  const { sessionId } = await client['sessions.create']({ projectId, model, baseUrl })
  const { runId } = await client['sessions.send']({ sessionId, text: 'Go.' })
  await untilEnded(client, sessionId)
  const { terminalId } = await client['terminals.open']({ sessionId, cols: 80, rows: 24 })
  const { hash } = await client['files.read']({ sessionId, path: '/workspace/a.txt' })
  const other = `sha256:${createHash('sha256').update('two').digest('hex')}`
  const byName: Readonly<Record<string, readonly unknown[]>> = {
    model: [model],
    baseUrl: [baseUrl],
    hash: [hash, other],
    base: [hash, null],
    // No folder of this machine is opened by a name that was made up.
    path: [
      '/workspace/a.txt',
      '/workspace/b/c.txt',
      '/docs/overview.md',
      'a.txt',
      '',
      '/workspace',
    ],
    seq: [1, 2, 5],
    after: [0, 3],
    through: [4, 9],
    tool: ['read_file', 'run_command', 'edit_file'],
    name: ['notes.md', 'tester', 'server'],
    provider: ['compatible', 'anthropic'],
    limit: [1, 20],
  }
  const ids = [projectId, sessionId, runId, terminalId]
  const known: Known = (name, { pattern }) => {
    const prefix = /^\^([a-z]{3}_)/.exec(pattern ?? '')?.[1]
    if (prefix) return ids.filter((id) => id.startsWith(prefix))
    return byName[name] ?? []
  }
  return { sessionId, terminalId, known }
}

async function untilEnded(client: Client<HostContract>, sessionId: SessionId): Promise<void> {
  for await (const page of client['sessions.events']({ sessionId, after: 0 })) {
    if (page.some(({ kind }) => kind === 'run.ended')) return
  }
}
