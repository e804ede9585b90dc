import { Exchange } from '#shared/contract/client.ts'
import type { HostContract } from '#shared/contract/index.ts'
import type { NativeContract } from '#shared/contract/native.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import { isStream } from '#shared/contract/streams.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { ClientChannel } from '#shared/wire/protocol.ts'
import { ReconnectBackoff } from './reconnect-backoff.ts'

export type HostClient = Client<HostContract>
export type NativeClient = Client<NativeContract>

/**
 * `connecting`: for the first time. `lost`: it was open, and is sought again. `locked`: once a person has
 * entered the password, and `refused`: until `retry`, since another link may let it in.
 * `recorded`: a recording answers; there is nobody who could do anything.
 */
export type ConnectionState = 'connecting' | 'open' | 'recorded' | 'lost' | 'locked' | 'refused'

export interface ConnectionOptions {
  open(signal: AbortSignal): Promise<ClientChannel>
  readonly isDesktop: boolean
  /** Has the next opening let in, or fails with a sentence. */
  signIn?(password: string): Promise<void>
  /** What it opens leads to a recording. */
  readonly isRecorded?: boolean
  /** Answers after a time, or when the signal says that it no longer matters. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

type Everything = HostContract & NativeContract

const OPEN_WITHIN_MS = 10_000

/** The way to the host: opens it, and opens it again whenever it is lost. */
export class Connection implements Disposable {
  readonly #options: ConnectionOptions
  readonly #changed = new Emitter<void>()
  readonly #ended = new AbortController()
  #link: Exchange | undefined
  #state: ConnectionState = 'connecting'
  #reason: string | undefined
  readonly #backoff = new ReconnectBackoff()

  /** Asks the host; fails as `unavailable` while the connection is not open. */
  readonly client: HostClient = this.#delegate()
  /** What only a desktop has. */
  readonly native: NativeClient | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.native = options.isDesktop ? this.#delegate() : undefined
    void this.#keepOpen()
  }

  readonly subscribe = this.#changed.subscribe

  readonly state = (): ConnectionState => this.#state

  /** Why it was refused, as a sentence for a person. */
  readonly reason = (): string | undefined => this.#reason

  /** It has been sought for some seconds, and may have been closed. */
  readonly isUnanswered = (): boolean => this.#backoff.isUnanswered

  /** Enters the password of a host that asks for it; fails with a sentence where it is not it. */
  readonly unlock = async (password: string): Promise<void> => {
    await this.#options.signIn?.(password)
    this.#set('connecting')
  }

  /** Tries again to open what was refused, or waits for a password: there is another way in now. */
  readonly retry = (): void => {
    if (this.#state === 'refused' || this.#state === 'locked') this.#set('connecting')
  }

  untilOpen(signal: AbortSignal): Promise<void> {
    return this.#until(() => this.#link !== undefined, signal)
  }

  [Symbol.dispose](): void {
    this.#ended.abort()
    this.#changed[Symbol.dispose]()
  }

  async #until(isSo: () => boolean, signal: AbortSignal): Promise<void> {
    while (!isSo()) {
      signal.throwIfAborted()
      const { promise, resolve } = Promise.withResolvers<void>()
      using _listening = this.#changed.event(() => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
      await promise
    }
  }

  async #keepOpen(): Promise<void> {
    const { signal } = this.#ended
    while (!signal.aborted) {
      await this.#openOnce()
      if (this.#isShut()) {
        await this.#until(() => !this.#isShut() || signal.aborted, signal)
        continue
      }
      await this.#options.wait(this.#backoff.delayMs, signal)
    }
  }

  #isShut(): boolean {
    return this.#state === 'locked' || this.#state === 'refused'
  }

  /** Opens a channel and answers once it has closed, or was not to be opened. */
  async #openOnce(): Promise<void> {
    try {
      const limit = AbortSignal.timeout(OPEN_WITHIN_MS)
      using channel = await this.#options.open(AbortSignal.any([this.#ended.signal, limit]))
      this.#link = new Exchange(channel)
      this.#backoff.reset()
      this.#set(this.#options.isRecorded ? 'recorded' : 'open')
      await closed(channel, this.#ended.signal)
      this.#link = undefined
      this.#set('lost')
    } catch (error) {
      this.#backoff.fail()
      if (AppError.is(error) && error.code === 'denied') this.#refuse(error)
      else this.#changed.fire()
    }
  }

  #refuse({ message, details }: AppError): void {
    this.#reason = message
    this.#set(details.data?.asks === 'password' ? 'locked' : 'refused')
  }

  #set(state: ConnectionState): void {
    this.#state = state
    this.#changed.fire()
  }

  #delegate(): Client<Everything> {
    const asked = new Map<string, Ask>()
    const ask = (path: string): Ask => {
      const known = asked.get(path) ?? this.#ask(path)
      asked.set(path, known)
      return known
    }
    // Whatever is read of it that could be a path is one: what is none does not compile.
    const read = (_: object, name: string | symbol) => (isPath(name) ? ask(name) : undefined)
    return new Proxy({}, { get: read }) as Client<Everything>
  }

  #ask(path: string): Ask {
    return (input, signal) => {
      const link = this.#link
      if (isStream(path)) {
        if (!link) throw notConnected()
        return link.stream(path, input, signal)
      }
      return link ? link.call(path, input, signal) : Promise.reject(notConnected())
    }
  }
}

type Ask = (input: unknown, signal?: AbortSignal) => unknown

/** All of them have an area; nothing else that is asked of an object has, such as whether it is a promise. */
function isPath(name: string | symbol): name is string {
  return typeof name === 'string' && name.includes('.')
}

function notConnected(): AppError {
  const sentence = 'Orrery is reconnecting to its host. Try again in a moment.'
  return new AppError('unavailable', sentence, { retryable: true })
}

function closed(channel: ClientChannel, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  channel.onClose(resolve)
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}
