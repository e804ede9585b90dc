import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  ListRootsRequestSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { takeStart } from '#shared/lib/truncate-text.ts'
import { orAborted } from '../../runtime/or-aborted.ts'
import type { Args } from '../../tools/definition/define-tool.ts'
import { readToolPages, type ToolListing } from './tools/read-tools.ts'
import { ProgramTransport } from './transport/program-transport.ts'
import { TolerantTransport } from './transport/tolerant-transport.ts'

/** Read with care by whoever asks: the SDK's schemas reject a whole result for one odd part. */
const AnyResult = z.looseObject({})
export type AnyResult = z.infer<typeof AnyResult>

const NO_TOOLS: ToolListing = { tools: [], leftOut: [] }

export interface LiveOptions {
  readonly version: string
  /** The folder a server may be about. */
  readonly root: string
  /** Of calls, as long as they give no sign of life. */
  readonly timeoutMs: number
  readonly connectMs: number
  readonly signal: AbortSignal
  /** It has other tools now. */
  readonly onToolsChanged: () => void
  /** It is not there any more. */
  readonly onClosed: () => void
  /** Something on the way to it went wrong: it may be gone, or not. */
  readonly onTrouble: () => void
}

export interface CallOptions {
  readonly signal: AbortSignal
  readonly onProgress: (message: string) => void
}

/** However often it gives a sign of life. */
const MAX_CALL_MS = 60 * 60 * 1000
const PING_MS = 5000

/** What is told is kept for ever: a line, and no more than one a second. */
const MOST_CHARS = 200
const PAUSE_MS = 1000

/** A server that has answered, until it is gone: after that another one takes its place. */
export class LiveServer implements AsyncDisposable {
  readonly #client: Client
  readonly #options: LiveOptions
  readonly #transport: Transport
  readonly #tolerant: TolerantTransport
  #isOver = false

  private constructor(client: Client, transport: Transport, options: LiveOptions) {
    this.#client = client
    this.#transport = transport
    this.#tolerant = new TolerantTransport(transport)
    this.#options = options
  }

  /** Fails where it does not answer in time. Nothing is left of it then. */
  static async connect(transport: Transport, options: LiveOptions): Promise<LiveServer> {
    const { version, root, connectMs, signal } = options
    const capabilities = { roots: {} }
    const client = new Client({ name: 'orrery', version }, { capabilities })
    const live = new LiveServer(client, transport, options)
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: [{ uri: pathToFileURL(root).href }],
    }))
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => options.onToolsChanged())
    client.onclose = () => live.#end()
    // What a program prints besides is noise; when it is gone its end is told.
    if (!(transport instanceof ProgramTransport)) client.onerror = () => options.onTrouble()
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(connectMs)])
    try {
      await orAborted(client.connect(live.#tolerant, { timeout: connectMs, signal }), inTime)
      return live
    } catch (error) {
      await live[Symbol.asyncDispose]()
      throw error
    }
  }

  get version(): string | undefined {
    const { name, title, version } = this.#client.getServerVersion() ?? {}
    return `${title ?? name ?? ''} ${version ?? ''}`.trim() || undefined
  }

  get transport(): Transport {
    return this.#transport
  }

  /** Asks also a server that names no capability at all: some have tools nevertheless. */
  async listTools(signal: AbortSignal): Promise<ToolListing> {
    const { connectMs } = this.#options
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(connectMs)])
    if (this.#client.getServerCapabilities()?.tools) return this.#readTools(inTime, connectMs)
    if (!this.#tolerant.declaresNothing) return NO_TOOLS
    return this.#readTools(inTime, Math.min(connectMs, PING_MS)).catch(() => NO_TOOLS)
  }

  #readTools(signal: AbortSignal, timeout: number): Promise<ToolListing> {
    return readToolPages((cursor) => {
      const params = cursor === undefined ? {} : { cursor }
      return this.#client.request({ method: 'tools/list', params }, AnyResult, { signal, timeout })
    })
  }

  async call(name: string, args: Args, { signal, onProgress }: CallOptions): Promise<AnyResult> {
    const tell = tellSometimes(onProgress)
    const params = { name, arguments: { ...args } }
    return this.#client.request({ method: 'tools/call', params }, AnyResult, {
      signal,
      timeout: this.#options.timeoutMs,
      maxTotalTimeout: MAX_CALL_MS,
      resetTimeoutOnProgress: true,
      onprogress: ({ message, progress, total }) =>
        tell(message ?? `${progress}${total === undefined ? '' : ` of ${total}`}`),
    })
  }

  /** Whether it still answers. */
  async isThere(): Promise<boolean> {
    try {
      await this.#client.ping({ timeout: PING_MS })
      return true
    } catch {
      return false
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    await this.#client.close()
    // A client that never connected has no transport to close.
    await this.#transport.close()
  }

  #end(): void {
    if (!this.#isOver) this.#options.onClosed()
    this.#isOver = true
  }
}

/** Tells the first of what it is given, and then what comes a while after the one told last. */
export function tellSometimes(
  tell: (message: string) => void,
  now: () => number = () => performance.now(),
): (message: string) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return (message) => {
    if (now() - toldAt < PAUSE_MS) return
    toldAt = now()
    const line = takeStart(message, MOST_CHARS).replaceAll(/\s+/g, ' ').trim()
    tell(message.length > MOST_CHARS ? `${line}…` : line)
  }
}
