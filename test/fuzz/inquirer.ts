import type { Call, Stream } from '#shared/contract/procedures/define.ts'
import { WireError } from '#shared/lib/app-error.ts'
import type { ClientChannel, Reply } from '#shared/wire/protocol.ts'

/** Far beyond what anything takes on a busy machine: what is not answered by then never is. */
const ANSWERED_WITHIN_MS = 120_000

/** Asks by the messages of the wire, and says what is wrong with an answer. */
export class Inquirer {
  readonly #channel: ClientChannel
  readonly #open = new Map<number, (reply: Reply) => void>()
  #lastId = 0
  #isLost = false
  /** How many were answered with more than an error. */
  granted = 0

  constructor(channel: ClientChannel) {
    this.#channel = channel
    channel.onMessage((reply) => this.#open.get(reply.id)?.(reply))
    channel.onClose(() => {
      this.#isLost = true
      for (const [id, onReply] of this.#open) onReply({ type: 'failed', id, error: LOST })
    })
  }

  /** `undefined`: the answer was valid, or an error of the kind that is answered. */
  async findFault(
    path: string,
    procedure: Call | Stream,
    input: unknown,
  ): Promise<string | undefined> {
    if (this.#isLost) return LOST.message
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    this.#lastId += 1
    const id = this.#lastId
    let fault: string | undefined
    this.#open.set(id, (reply) => {
      fault ??= judge(procedure, reply)
      if (reply.type === 'end') this.granted += 1
      if (reply.type !== 'item') return resolve(fault)
      this.granted += 1
      this.#channel.send({ type: 'cancel', id })
    })
    const late = setTimeout(() => resolve('It was not answered.'), ANSWERED_WITHIN_MS)
    this.#channel.send({ type: 'start', id, path, input })
    // A stream may have nothing to say yet: once the host has answered something else, it is cancelled.
    if (procedure.type === 'stream') {
      await this.#untilHeard()
      this.#channel.send({ type: 'cancel', id })
    }
    const found = await promise
    clearTimeout(late)
    this.#open.delete(id)
    return found
  }

  async #untilHeard(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastId += 1
    const id = this.#lastId
    this.#open.set(id, () => resolve())
    this.#channel.send({ type: 'start', id, path: 'no.such', input: {} })
    await promise
    this.#open.delete(id)
  }
}

const LOST: WireError = { code: 'internal', message: 'The channel closed.', retryable: false }

function judge(procedure: Call | Stream, reply: Reply): string | undefined {
  if (reply.type === 'failed') return judgeError(reply.error)
  if (reply.type === 'end' && procedure.type === 'stream') return undefined
  const schema = procedure.type === 'stream' ? procedure.item : procedure.output
  // As it arrives over a wire.
  const value = reply.value === undefined ? undefined : JSON.parse(JSON.stringify(reply.value))
  const { error } = schema.safeParse(value)
  return error && `What it answered is not what the contract says: ${error.message}`
}

function judgeError(error: unknown): string | undefined {
  const parsed = WireError.safeParse(error)
  if (!parsed.success) return `Its error is none of ours: ${parsed.error.message}`
  const { code, message } = parsed.data
  if (code === 'internal') return `A bug: ${message}`
  return /^\S.*[.?!)”"]$/s.test(message) ? undefined : `Its error is no sentence: “${message}”`
}
