import type { Readable, Writable } from 'node:stream'
import type { DebugProtocol } from '@vscode/debugprotocol'
import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import { type DapEvent, type DapPeer, type DapRequest, Pending } from './dap-protocol.ts'

const HEAD_END = Buffer.from('\r\n\r\n')
/** A head is two short lines. */
const MAX_HEAD = 4 * 1024
const MAX_BODY = 64 * 1024 * 1024

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

/** A message as the protocol writes it: its length, an empty line, its JSON. */
function toFrame(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message))
  return Buffer.concat([Buffer.from(`Content-Length: ${body.byteLength}\r\n\r\n`), body])
}

/** Takes messages out of a stream of bytes, however it was cut. */
class FrameReader {
  #chunks: Buffer[] = []
  #length = 0
  /** Bytes of the message whose head was read. */
  #wanted: number | undefined

  /** The messages that are whole by now. Fails where what comes is not the protocol. */
  read(chunk: Buffer): readonly unknown[] {
    this.#chunks.push(chunk)
    this.#length += chunk.byteLength
    const messages: unknown[] = []
    for (let message = this.#next(); message; message = this.#next()) messages.push(message.json)
    return messages
  }

  #next(): { readonly json: unknown } | undefined {
    this.#wanted ??= this.#readHead()
    if (this.#wanted === undefined || this.#length < this.#wanted) return undefined
    const body = this.#take(this.#wanted)
    this.#wanted = undefined
    try {
      return { json: JSON.parse(body.toString('utf8')) }
    } catch (cause) {
      throw notSpoken(cause)
    }
  }

  #readHead(): number | undefined {
    if (this.#length === 0) return undefined
    const whole = this.#joined()
    const end = whole.indexOf(HEAD_END)
    if (end === -1) {
      if (whole.byteLength > MAX_HEAD) throw notSpoken()
      return undefined
    }
    const head = this.#take(end + HEAD_END.byteLength).toString('latin1')
    const length = Number(/^content-length: *(\d+)\s*$/im.exec(head)?.[1])
    if (!(length <= MAX_BODY)) throw notSpoken()
    return length
  }

  #joined(): Buffer {
    const whole = Buffer.concat(this.#chunks)
    this.#chunks = [whole]
    return whole
  }

  #take(bytes: number): Buffer {
    const whole = this.#joined()
    const rest = whole.subarray(bytes)
    this.#chunks = [rest]
    this.#length = rest.byteLength
    return whole.subarray(0, bytes)
  }
}

function notSpoken(cause?: unknown): AppError {
  const message = 'The debug adapter does not speak the Debug Adapter Protocol.'
  return new AppError('unavailable', message, { cause })
}
