import type { Readable, Writable } from 'node:stream'
import type { DebugProtocol } from '@vscode/debugprotocol'
import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import { FrameReader, toFrame } from './framing.ts'
import type { DapEvent, DapPeer, DapRequest } from './peer.ts'
import { Pending } from './pending.ts'

const Message = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('response'),
    request_seq: z.number(),
    success: z.boolean(),
    message: z.string().optional(),
    body: z.unknown().optional(),
  }),
  z.object({ type: z.literal('event'), event: z.string(), body: z.unknown().optional() }),
  z.object({ type: z.literal('request'), seq: z.number(), command: z.string() }),
])
type Message = z.infer<typeof Message>

/** Where an adapter's own sentence is, when it refuses. */
const Refusal = z.object({
  error: z.object({
    format: z.string(),
    variables: z.record(z.string(), z.string()).optional(),
  }),
})

interface Ends {
  readonly input: Writable
  readonly output: Readable
  /** Resolves once the other side is gone, with a sentence that says how. */
  readonly gone: Promise<string>
  /** Ends it. */
  readonly dispose: () => Promise<void>
}

/** An adapter behind two streams. */
export class StreamPeer implements DapPeer {
  readonly closed: Promise<string>
  readonly #ends: Ends
  readonly #pending = new Pending()
  readonly #events = new Emitter<DapEvent>()
  readonly #reader = new FrameReader()
  #seq = 0
  #failure: string | undefined

  constructor(ends: Ends) {
    this.#ends = ends
    ends.output.on('data', (chunk: Buffer) => this.#read(chunk))
    this.closed = ends.gone.then((sentence) => {
      const told = this.#failure ?? sentence
      this.#pending.close(told)
      return told
    })
  }

  readonly onEvent = this.#events.event

  request({ command, args, timeoutMs, signal }: DapRequest): Promise<unknown> {
    return this.#pending.ask(
      (id) => this.#send({ type: 'request', seq: id, command, ...(args && { arguments: args }) }),
      { what: command, timeoutMs, signal },
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#pending.close('The debugger has ended.')
    await this.#ends.dispose()
    this.#events[Symbol.dispose]()
  }

  #send(message: object): void {
    if (!this.#ends.input.destroyed) this.#ends.input.write(toFrame(message))
  }

  #read(chunk: Buffer): void {
    try {
      for (const message of this.#reader.read(chunk)) this.#take(message)
    } catch (error) {
      if (!AppError.is(error)) throw error
      // Whatever comes after it can't be told apart any more.
      this.#failure = error.message
      this.#ends.output.removeAllListeners('data').resume()
      this.#pending.close(error.message)
      void this.#ends.dispose()
    }
  }

  #take(json: unknown): void {
    const { data: message } = Message.safeParse(json)
    if (message?.type === 'event') this.#events.fire(message)
    if (message?.type === 'response') this.#answer(message)
    if (message?.type === 'request') this.#refuse(message)
  }

  #answer(message: Extract<Message, { type: 'response' }>): void {
    if (message.success) this.#pending.resolve(message.request_seq, message.body)
    else this.#pending.reject(message.request_seq, whyRefused(message))
  }

  /** Adapters may ask for terminals and further sessions: there are none. */
  #refuse({ seq, command }: Extract<Message, { type: 'request' }>): void {
    this.#seq -= 1
    const response: DebugProtocol.Response = {
      type: 'response',
      seq: this.#seq,
      request_seq: seq,
      command,
      success: false,
      message: `“${command}” is not offered.`,
    }
    this.#send(response)
  }
}

function whyRefused({ message, body }: Extract<Message, { type: 'response' }>): string {
  const { data } = Refusal.safeParse(body)
  if (!data) return `The debugger refused: ${message ?? 'it did not say why'}.`
  const { format, variables = {} } = data.error
  return format.replaceAll(/\{(\w+)\}/g, (whole, name: string) => variables[name] ?? whole)
}
