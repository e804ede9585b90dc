import type { HostContract } from '#shared/contract/index.ts'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { Content } from '#shared/contract/procedures/files.ts'
import type { Provider } from '#shared/contract/procedures/models.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { Hash } from '#shared/lib/ids.ts'
import { foldStates, initStates } from '#shared/projections/index.ts'
import type { ClientChannel, Reply, Request } from '#shared/wire/protocol.ts'
import { cutStates } from '#shared/wire/state-chunks.ts'
import type { HeldContent, Recording } from './recording.ts'

type Handler = (input: unknown, signal: AbortSignal) => unknown

/** The way to a recording, as if it were a host. It is never lost. */
export class RecordedChannel implements ClientChannel {
  readonly #handlers: Readonly<Record<string, Handler>>
  readonly #messages = new Emitter<Reply>()
  readonly #running = new Map<number, AbortController>()

  readonly onMessage = this.#messages.event

  constructor(handlers: RecordedHandlers) {
    // Each is called with the input of its own procedure: the client's types see to that.
    this.#handlers = handlers as unknown as Readonly<Record<string, Handler>>
  }

  /** What is asked for is all here: nobody needs to wait for credit. */
  send(request: Request): void {
    if (request.type === 'cancel') this.#running.get(request.id)?.abort()
    if (request.type === 'start') void this.#answer(request.id, request.path, request.input)
  }

  onClose(): Disposable {
    return { [Symbol.dispose]: () => {} }
  }

  [Symbol.dispose](): void {
    for (const abort of this.#running.values()) abort.abort()
    this.#messages[Symbol.dispose]()
  }

  async #answer(id: number, path: string, input: unknown): Promise<void> {
    const abort = new AbortController()
    this.#running.set(id, abort)
    try {
      const answer = this.#find(path)(input, abort.signal)
      if (isStream(answer)) await this.#pour(id, answer, abort.signal)
      const value = isStream(answer) ? undefined : await answer
      this.#reply({ type: 'end', id, value })
    } catch (error) {
      this.#reply({ type: 'failed', id, error: AppError.toWire(error) })
    } finally {
      this.#running.delete(id)
    }
  }

  #find(path: string): Handler {
    const handler = this.#handlers[path]
    if (handler) return handler
    throw new AppError('unsupported', 'This is a recording: nothing can be done here.')
  }

  async #pour(id: number, items: AsyncIterable<unknown>, signal: AbortSignal): Promise<void> {
    for await (const value of items) {
      signal.throwIfAborted()
      this.#reply({ type: 'item', id, value })
    }
  }

  #reply(reply: Reply): void {
    if (this.#running.get(reply.id)?.signal.aborted === false) this.#messages.fire(reply)
  }
}

function isStream(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer
}

/** What the panels read by. All else is refused: there is nobody who could do it. */
export type RecordedHandlers = Pick<
  Handlers<HostContract>,
  | 'sessions.open'
  | 'sessions.events'
  | 'sessions.readEvents'
  | 'sessions.list'
  | 'files.content'
  | 'files.tree'
  | 'terminals.list'
  | 'models.list'
>

const PAGE = 2000

/** Answers as a host would that has this one session, at its end. */
export function recordedHandlers(recording: Promise<Recording>): RecordedHandlers {
  return {
    'sessions.open': async function* () {
      const { events } = await recording
      const states = foldStates(initStates(), events)
      yield* cutStates({ seq: events.at(-1)?.seq ?? 0, states })
    },
    'sessions.readEvents': () => toPages(recording),
    // Nothing comes after the end.
    'sessions.events': async function* () {},
    'sessions.list': async () => [],
    'files.content': async ({ hash }) => toContent(await getContent(recording, hash)),
    'files.tree': async function* ({ hash }) {
      const content = await getContent(recording, hash)
      yield 'text' in content ? content.text : '{}'
    },
    'terminals.list': async () => [],
    'models.list': async () => [scripted],
  }
}

async function* toPages(recording: Promise<Recording>): AsyncGenerator<AnyEvent[]> {
  const { events } = await recording
  for (let from = 0; from < events.length; from += PAGE) yield events.slice(from, from + PAGE)
}

async function getContent(recording: Promise<Recording>, hash: Hash): Promise<HeldContent> {
  const content = (await recording).contents.get(hash)
  if (content) return content
  throw new AppError('not-found', 'This was left out of the file when it was exported.')
}

function toContent(content: HeldContent): Content {
  return 'text' in content
    ? { type: 'text', ...content }
    : { type: 'binary', base64: content.base64 }
}

/** So that what follows a script is said to. */
const scripted: Provider = {
  id: 'demo',
  label: 'Demo',
  isScripted: true,
  needsKey: false,
  needsBaseUrl: false,
  isReady: false,
  models: [],
}
