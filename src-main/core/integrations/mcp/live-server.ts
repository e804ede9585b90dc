import { pathToFileURL } from 'node:url'
import { loadMcpTools } from '@langchain/mcp-adapters'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  type CallToolResult,
  CallToolResultSchema,
  ListRootsRequestSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { orAborted } from '../../or-aborted.ts'
import type { Args } from '../../tools/define.ts'
import { ProgramTransport } from './program-transport.ts'
import { tellSometimes } from './tell-sometimes.ts'

/** A tool as its server lists it, with a schema that models take. */
export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly schema: object
}

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

/** A server that has answered, until it is gone: after that another one takes its place. */
export class LiveServer implements AsyncDisposable {
  readonly #client: Client
  readonly #options: LiveOptions
  #transport: Transport | undefined
  #isOver = false

  private constructor(client: Client, options: LiveOptions) {
    this.#client = client
    this.#options = options
  }

  /** Fails where it does not answer in time. Nothing is left of it then. */
  static async connect(transport: Transport, options: LiveOptions): Promise<LiveServer> {
    const { version, root, connectMs, signal } = options
    const capabilities = { roots: {} }
    const client = new Client({ name: 'orrery', version }, { capabilities })
    const live = new LiveServer(client, options)
    live.#transport = transport
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: [{ uri: pathToFileURL(root).href }],
    }))
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => options.onToolsChanged())
    client.onclose = () => live.#end()
    // What a program prints besides is noise; when it is gone its end is told.
    if (!(transport instanceof ProgramTransport)) client.onerror = () => options.onTrouble()
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(connectMs)])
    try {
      await orAborted(client.connect(transport, { timeout: connectMs, signal }), inTime)
      return live
    } catch (error) {
      await live[Symbol.asyncDispose]()
      throw error
    }
  }

  get version(): string | undefined {
    const { name, title, version } = this.#client.getServerVersion() ?? {}
    return name && `${title ?? name} ${version ?? ''}`.trim()
  }

  get transport(): Transport | undefined {
    return this.#transport
  }

  async listTools(signal: AbortSignal): Promise<readonly ListedTool[]> {
    if (!this.#client.getServerCapabilities()?.tools) return []
    const { connectMs } = this.#options
    const listing = loadMcpTools('', this.#client, { throwOnLoadError: false })
    const tools = await orAborted(
      listing,
      AbortSignal.any([signal, AbortSignal.timeout(connectMs)]),
    )
    return tools.map(({ name, description, schema }) => ({
      name,
      description,
      schema: typeof schema === 'object' ? schema : {},
    }))
  }

  async call(
    name: string,
    args: Args,
    { signal, onProgress }: CallOptions,
  ): Promise<CallToolResult> {
    const tell = tellSometimes(onProgress)
    const answered = await this.#client.callTool({ name, arguments: { ...args } }, undefined, {
      signal,
      timeout: this.#options.timeoutMs,
      maxTotalTimeout: MAX_CALL_MS,
      resetTimeoutOnProgress: true,
      onprogress: ({ message, progress, total }) =>
        tell(message ?? `${progress}${total === undefined ? '' : ` of ${total}`}`),
    })
    return CallToolResultSchema.parse(answered)
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
    await this.#transport?.close()
  }

  #end(): void {
    if (!this.#isOver) this.#options.onClosed()
    this.#isOver = true
  }
}
