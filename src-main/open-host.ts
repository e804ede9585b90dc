import { realpathSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import type { ClientName } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { Settings } from '#shared/settings/settings.ts'
import type { ClientChannel, HostChannel } from '#shared/wire/protocol.ts'
import { createHost, type Host, type HostOptions } from './core/host.ts'
import type { HostUse } from './core/lifetime/host-use.ts'
import { createProcessProof } from './core/processes/peers.ts'
import { systemClock } from './core/runtime/clock.ts'
import { createIds } from './core/runtime/ids.ts'
import { type Cipher, fileCipher, openSecretStore } from './core/secrets/secret-encryption.ts'
import { findOwner, isOwned, type Owner, OwnerLock } from './core/store/database/owner-lock.ts'
import { ensureDataFolder } from './data-folder.ts'
import { findInstallation } from './installation.ts'
import { findRefusal, refuseAgents } from './refuse-agents.ts'
import { reportRescue } from './report-rescue.ts'
import { stayAwakeHere } from './stay-awake.ts'
import { bridge, createPair } from './transports/in-process.ts'
import {
  type Caller,
  dialLocally,
  type LocalCaller,
  listenLocally,
  socketPathOf,
} from './transports/local-server.ts'
import { serve } from './transports/serve-contract.ts'

export interface OpenOptions
  extends Partial<
    Pick<HostOptions, 'demoDelayMs' | 'env' | 'onRescue' | 'report' | 'resumesWaits' | 'stayAwake'>
  > {
  readonly dataDir: string
  /** Which shell asks, as others are told who owns the data folder. */
  readonly face: string
  /** Recorded with the decisions that are made through this link; the API unless given. */
  readonly client?: ClientName
  /** How long an owner that starts or closes is waited for; a minute unless given. */
  readonly ownerStartsWithinMs?: number
  /** How secrets are encrypted; by a key in a file unless said otherwise. */
  readonly cipher?: Cipher
}

/** The way to the host of a data folder: in this process, or in the one that owns it. */
export interface HostLink extends AsyncDisposable {
  /** Whether this process is the host now. It may become so when the owner ends. */
  readonly isOwner: boolean
  /** What others need this process's host for; `undefined` where another process is the host. */
  readonly use: HostUse | undefined
  connect(): Promise<ClientChannel>
  /** Has the host answer a caller's channel; where no host can be had any more, the channel is closed. */
  serve(channel: HostChannel, caller: Caller): void
}

/** How long an owner may take to answer before it counts as hung. */
const OWNER_WITHIN_MS = 10_000
/** How long an owner may take to start or close: it opens and checks the store, and ends what it runs. */
const OWNER_STARTS_WITHIN_MS = 60_000
const WAIT_UNSAID_MS = 3000
const RETRY_MS = 50

/** Hosts the data folder, or becomes a client of the process that does. */
export async function openHost(options: OpenOptions): Promise<HostLink> {
  ensureDataFolder(options.dataDir)
  const link = new Link(options)
  await link.open()
  return link
}

/** Reaches the host, one way or the other. */
interface Way extends AsyncDisposable {
  readonly isOwner: boolean
  readonly use: HostUse | undefined
  connect(caller: Caller): Promise<ClientChannel>
}

class Link implements HostLink {
  readonly #options: OpenOptions
  #way: Way | undefined
  #opening: Promise<Way> | undefined
  #isDisposed = false

  constructor(options: OpenOptions) {
    this.#options = options
  }

  get isOwner(): boolean {
    return this.#way?.isOwner ?? false
  }

  get use(): HostUse | undefined {
    return this.#way?.use
  }

  async open(): Promise<void> {
    await this.#open()
  }

  connect(): Promise<ClientChannel> {
    return this.#connect({ client: this.#options.client ?? { type: 'api' }, peers: [] })
  }

  async #connect(caller: Caller): Promise<ClientChannel> {
    const way = this.#way ?? (await this.#open())
    try {
      return await way.connect(caller)
    } catch (error) {
      if (way.isOwner || this.#isDisposed) throw error
      // The owner has ended: this process takes its place, or another has.
      if (this.#way === way) this.#way = undefined
      return (await this.#open()).connect(caller)
    }
  }

  serve(channel: HostChannel, caller: Caller): void {
    this.#connect(caller).then(
      (client) => bridge(channel, client),
      (error: unknown) => {
        this.#options.report?.(error, 'reaching the host')
        channel[Symbol.dispose]()
      },
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    const way = this.#way ?? (await this.#opening?.catch(() => undefined))
    await way?.[Symbol.asyncDispose]()
  }

  #open(): Promise<Way> {
    this.#opening ??= findWay(this.#options)
      .then((way) => (this.#way = way))
      .finally(() => {
        this.#opening = undefined
      })
    return this.#opening
  }
}

async function findWay(options: OpenOptions): Promise<Way> {
  const { dataDir, ownerStartsWithinMs = OWNER_STARTS_WITHIN_MS } = options
  let startedAt = performance.now()
  let isSaid = false
  for (;;) {
    const got = OwnerLock.acquire(dataDir, describeSelf(options))
    if (got instanceof OwnerLock) return ownWay(options, got)
    const way = got && (await dial(got, dataDir))
    if (way) return way
    if (got?.isRescuing) {
      await untilRescued(got, dataDir)
      startedAt = performance.now()
    }
    // The owner is starting or closing, and doesn't listen.
    const waitedMs = performance.now() - startedAt
    if (waitedMs > ownerStartsWithinMs) throw ownerSilent(got, dataDir)
    if (waitedMs > WAIT_UNSAID_MS && !isSaid) isSaid = sayWaiting(got)
    // Processes that were started together don't try again together.
    await delay(RETRY_MS * (1 + Math.random()))
  }
}

function sayWaiting(owner: Owner | undefined): true {
  const who = owner ? `process ${owner.pid} (${owner.face})` : 'another process'
  process.stderr.write(`Waiting for ${who}, which is starting or closing…\n`)
  return true
}

/** Returns when the owner has rescued the store, or ended. */
async function untilRescued({ pid }: Owner, dataDir: string): Promise<void> {
  process.stderr.write(`Waiting for process ${pid}, which is rescuing the damaged store…\n`)
  while (isOwned(dataDir) && findOwner(dataDir)?.isRescuing) await delay(RETRY_MS)
}

function describeSelf({ dataDir, face }: OpenOptions): Owner {
  const startedAt = systemClock.now()
  return { pid: process.pid, socket: socketPathOf(dataDir), startedAt, face }
}

async function ownWay(options: OpenOptions, lock: OwnerLock): Promise<Way> {
  await using owned = new AsyncDisposableStack()
  const report = options.report ?? reportToConsole
  const onRescue = noteRescue(lock, options.onRescue ?? reportRescue())
  const host = owned.use(await createHost({ ...hostOptions(options), lock, report, onRescue }))
  if (host.notice) process.stderr.write(`${host.notice}\n`)
  const dataDir = realpathSync(options.dataDir)
  const answer = (channel: HostChannel, caller: LocalCaller) =>
    serveHost(host, guard(channel, caller, dataDir), caller.client)
  const listener = { onChannel: answer, createProof: createProcessProof }
  owned.use(await listenLocally(socketPathOf(options.dataDir), listener))
  if (host.notice) lock.noteRescue(false)
  const disposables = owned.move()
  return {
    isOwner: true,
    use: host.use,
    connect: async (caller) => {
      const pair = createPair()
      answer(pair.host, { ...caller, pid: process.pid })
      return pair.client
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}

/** Keeps a caller that an agent started from acting as a person. */
function guard(channel: HostChannel, caller: LocalCaller, dataDir: string): HostChannel {
  const reason = findRefusal(caller, dataDir)
  return reason === undefined ? channel : refuseAgents(channel, reason)
}

/** Has other processes wait as soon as a rescue starts. */
function noteRescue(lock: OwnerLock, onRescue: NonNullable<OpenOptions['onRescue']>) {
  let isNoted = false
  return (progress: Parameters<typeof onRescue>[0]) => {
    if (!isNoted) lock.noteRescue(true)
    isNoted = true
    onRescue(progress)
  }
}

function hostOptions(options: OpenOptions): Omit<HostOptions, 'lock' | 'report'> {
  const { dataDir, cipher = fileCipher(dataDir), env = process.env } = options
  const { version, resourcesDir, replayTemplate } = findInstallation()
  return {
    ...options,
    dataDir,
    version,
    resourcesDir,
    replayTemplate,
    env,
    clock: systemClock,
    stayAwake: options.stayAwake ?? stayAwakeHere(),
    ids: createIds(),
    secrets: openSecretStore(dataDir, cipher),
  }
}

function serveHost(
  { handlers, report }: Host,
  channel: HostChannel,
  client: ClientName,
): Disposable {
  return serve(channel, { contract, handlers, report, client })
}

function reportToConsole(error: unknown, doing: string): void {
  process.emitWarning(error instanceof Error ? error : String(error), { detail: `While ${doing}.` })
}

/** `undefined`: nobody listens there. */
async function dial(owner: Owner, dataDir: string): Promise<Way | undefined> {
  const { socket } = owner
  try {
    const first = await dialLocally(socket, OWNER_WITHIN_MS)
    first[Symbol.dispose]()
  } catch (error) {
    if (!AppError.is(error) || error.code !== 'unavailable') throw error
    if (error.details.retryable) return undefined
    throw ownerSilent(owner, dataDir)
  }
  return {
    isOwner: false,
    use: undefined,
    connect: (caller) => dialLocally(socket, OWNER_WITHIN_MS, caller),
    [Symbol.asyncDispose]: async () => undefined,
  }
}

function ownerSilent(owner: Owner | undefined, dataDir: string): AppError {
  const who = owner ? `Process ${owner.pid}` : 'A process that does not say its number'
  const message = `${who} owns the data folder ${dataDir} and does not answer. End it, or choose another folder with --data-dir.`
  return new AppError('unavailable', message, { data: { isOwnerSilent: true } })
}

/** Opens a folder as a project, and answers with its last session, or its first. */
export async function openFolder(link: HostLink, path: string): Promise<SessionId> {
  using channel = await link.connect()
  const client = connectClient(channel, contract)
  const { projectId } = await client['projects.open']({ path })
  const [last] = await client['sessions.list']({ projectId })
  return last?.id ?? (await client['sessions.create']({ projectId })).sessionId
}

/** As the host has them now. */
export async function readSettings(link: HostLink): Promise<Settings> {
  using channel = await link.connect()
  return await connectClient(channel, contract)['settings.read']({})
}
