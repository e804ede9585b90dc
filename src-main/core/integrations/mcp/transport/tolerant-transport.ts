import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js'
import { isRecord } from '#shared/lib/json.ts'

/**
 * Completes a server's answer to `initialize`, which the SDK's client rejects as a whole if one member
 * is missing or odd. Leaves every other message alone.
 */
export class TolerantTransport implements Transport {
  onclose?: Transport['onclose']
  onerror?: Transport['onerror']
  onmessage?: Transport['onmessage']
  readonly #inner: Transport
  #initializeId: string | number | undefined
  #declaresNothing = false

  constructor(inner: Transport) {
    this.#inner = inner
  }

  /** Whether the server named no capability at all: it may have tools nevertheless. */
  get declaresNothing(): boolean {
    return this.#declaresNothing
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version)
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.()
    this.#inner.onerror = (error) => this.onerror?.(error)
    this.#inner.onmessage = (message, extra) => this.onmessage?.(this.#complete(message), extra)
    await this.#inner.start()
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (isJSONRPCRequest(message) && message.method === 'initialize') {
      this.#initializeId = message.id
    }
    await this.#inner.send(message, options)
  }

  async close(): Promise<void> {
    await this.#inner.close()
  }

  #complete(message: JSONRPCMessage): JSONRPCMessage {
    if (this.#initializeId === undefined || !isJSONRPCResultResponse(message)) return message
    if (String(message.id) !== String(this.#initializeId)) return message
    this.#initializeId = undefined
    const { capabilities } = message.result
    this.#declaresNothing = !isRecord(capabilities) || Object.keys(capabilities).length === 0
    return { ...message, result: completeInitialize(message.result) }
  }
}

function completeInitialize(result: Readonly<Record<string, unknown>>) {
  const { protocolVersion, capabilities, serverInfo, instructions } = result
  const { name, title, version } = isRecord(serverInfo) ? serverInfo : {}
  return {
    protocolVersion: toText(protocolVersion) || DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
    capabilities: toCapabilities(isRecord(capabilities) ? capabilities : {}),
    serverInfo: {
      name: toText(name),
      ...(typeof title === 'string' && { title }),
      version: toText(version),
    },
    ...(typeof instructions === 'string' && { instructions }),
  }
}

/** The SDK's client does nothing with capabilities that Orrery doesn't use. */
function toCapabilities({ tools }: Readonly<Record<string, unknown>>) {
  if (!isRecord(tools)) return tools ? { tools: {} } : {}
  return { tools: { listChanged: tools['listChanged'] === true } }
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
