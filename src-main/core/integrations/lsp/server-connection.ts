import { Transform, type TransformCallback } from 'node:stream'
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node'
import type { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import { orAborted } from '../../runtime/or-aborted.ts'
import type { ServerDefinition } from './define.ts'
import { ServerProcess, unavailable } from './server-process.ts'

/** How long it has to say good-bye. */
const FAREWELL_MS = 1_000

interface ConnectionOptions {
  readonly definition: ServerDefinition
  readonly root: string
  /** How long an answer may take. */
  readonly limitMs: number
  /** Asked by the server. */
  readonly answer: (method: string, params: unknown) => unknown
  readonly heard: (method: string, params: unknown) => void
}

/** Messages to and from one server. What does not answer in time is ended. */
export class ServerConnection implements AsyncDisposable {
  /** Resolves with why, once it is over. */
  readonly ended: Promise<string>
  readonly #options: ConnectionOptions
  readonly #process: ServerProcess
  readonly #connection: MessageConnection
  readonly #over = new AbortController()
  #why: string | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#process = new ServerProcess(options.definition, options.root)
    const { stdin, stdout } = this.#process.child
    const bounded = stdout.pipe(new BoundedMessages())
    bounded.on('error', (error) => this.#fail(`was ended. ${error.message}`))
    this.#connection = createMessageConnection(
      new StreamMessageReader(bounded),
      new StreamMessageWriter(stdin),
    )
    this.ended = this.#process.ended.then((why) => {
      this.#why ??= why
      this.#close()
      return this.#why
    })
    this.#listen()
  }

  /** Why it can't be asked any more. */
  get why(): string | undefined {
    return this.#why
  }

  /** What was answered, as far as `schema` knows it. Fails with a sentence. */
  async request<T>(
    { method, params }: { readonly method: string; readonly params: unknown },
    schema: z.ZodType<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const cancellation = new CancellationTokenSource()
    const asked = this.#connection.sendRequest(method, params, cancellation.token)
    try {
      const answered = await this.inTime(asked, signal)
      const parsed = schema.safeParse(answered)
      if (parsed.success) return parsed.data
    } catch (error) {
      cancellation.cancel()
      if (!(error instanceof ResponseError)) throw error
      throw this.#unavailable(`refused ${method}: ${error.message}`, error)
    } finally {
      cancellation.dispose()
    }
    throw this.#unavailable(`answered ${method} with something that is no answer to it`)
  }

  notify(method: string, params: unknown): void {
    // To one that has ended nothing need be said; those who ask it are told.
    this.#connection.sendNotification(method, params).catch(() => {})
  }

  /**
   * Waits for what the server may say by itself. `undefined`: it did not in time, and answers all the
   * same; one that answers nothing at all is ended.
   */
  async told<T>(work: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
    const limit = AbortSignal.timeout(this.#options.limitMs)
    const stops = [limit, this.#over.signal, ...(signal ? [signal] : [])]
    const said = await orAborted(work, AbortSignal.any(stops)).then(
      (found) => ({ found }),
      () => undefined,
    )
    if (said) return said.found
    await this.inTime(this.#greet(), signal)
    return undefined
  }

  /** Resolves once it answers anything: that it does not know such a question is an answer. */
  async #greet(): Promise<void> {
    await this.#connection.sendRequest('$/orrery/areYouThere').catch((error: unknown) => {
      if (!(error instanceof ResponseError)) throw error
    })
  }

  /** Waits for what the server owes: it is ended where that takes too long. */
  async inTime<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
    const { limitMs } = this.#options
    const limit = AbortSignal.timeout(limitMs)
    const stops = [limit, this.#over.signal, ...(signal ? [signal] : [])]
    try {
      return await orAborted(work, AbortSignal.any(stops))
    } catch (error) {
      if (signal?.aborted) throw new AppError('cancelled', 'Cancelled.')
      if (!this.#over.signal.aborted && limit.aborted) {
        this.#fail(`did not answer within ${toSeconds(limitMs)}, and was ended`)
      }
      if (this.#why !== undefined) throw this.#unavailable(this.#why, error)
      throw error
    }
  }

  /** Says good-bye, for a moment, and then ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#why === undefined) {
      this.#why = 'was ended'
      const farewell = this.#connection
        .sendRequest('shutdown')
        .then(() => this.#connection.sendNotification('exit'))
        .then(() => this.#process.ended)
      await orAborted(farewell, AbortSignal.timeout(FAREWELL_MS)).catch(() => {})
    }
    this.#close()
    this.#process.kill()
    await this.#process.ended
  }

  #listen(): void {
    const { answer, heard } = this.#options
    this.#connection.onRequest((method, params) => answer(method, params))
    this.#connection.onNotification((method, params) => heard(method, params))
    // The process's own end tells of it.
    this.#connection.onError(() => {})
    this.#connection.listen()
  }

  #fail(why: string): void {
    this.#why ??= why
    this.#close()
    this.#process.kill()
  }

  #close(): void {
    if (this.#over.signal.aborted) return
    this.#over.abort()
    this.#connection.dispose()
  }

  #unavailable(what: string, cause?: unknown): AppError {
    const { code, message } = unavailable(this.#options.definition.title, what)
    return new AppError(code, message, { cause })
  }
}

function toSeconds(ms: number): string {
  return ms === 1_000 ? '1 second' : `${ms / 1_000} seconds`
}

/** A message larger than this is nothing that we asked for. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024
const MAX_HEADER_BYTES = 8 * 1024
const END_OF_HEADER = '\r\n\r\n'

/** Lets a server's messages through as they come, and fails at the first that would fill the memory. */
export class BoundedMessages extends Transform {
  readonly #maxBytes: number
  #header = ''
  /** Of the message that is going through. */
  #left = 0

  constructor(maxBytes = MAX_MESSAGE_BYTES) {
    super()
    this.#maxBytes = maxBytes
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    try {
      this.#follow(chunk)
      done(null, chunk)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #follow(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at)
        this.#left -= taken
        at += taken
      } else {
        at += this.#readHeader(chunk.toString('latin1', at, at + MAX_HEADER_BYTES))
      }
    }
  }

  /** How much of `text` belongs to the header. */
  #readHeader(text: string): number {
    const known = this.#header.length
    const header = this.#header + text
    const end = header.indexOf(END_OF_HEADER)
    this.#header = end < 0 ? header : ''
    if (end < 0 && header.length > MAX_HEADER_BYTES) throw new Error('It does not speak LSP.')
    if (end < 0) return text.length
    this.#left = Number(/content-length: *(\d+)/iu.exec(header.slice(0, end))?.[1] ?? 0)
    if (this.#left > this.#maxBytes) throw new Error('It sent a message that is too large.')
    return end + END_OF_HEADER.length - known
  }
}
