import { z } from 'zod'
import { parseJson } from '#shared/lib/json.ts'

const JOINED_CHARS = 2048
const JOINED_MS = 60

/** A chunk of OpenAI's stream that holds nothing but more of one tool call's arguments. */
const OpenAiPiece = z.looseObject({
  choices: z.tuple([
    z.looseObject({
      finish_reason: z.null().optional(),
      delta: z.strictObject({
        tool_calls: z.tuple([
          z.strictObject({
            index: z.number(),
            type: z.string().optional(),
            function: z.strictObject({ arguments: z.string() }),
          }),
        ]),
      }),
    }),
  ]),
  usage: z.null().optional(),
})

/** The same of Anthropic's. */
const AnthropicPiece = z.looseObject({
  type: z.literal('content_block_delta'),
  index: z.number(),
  delta: z.strictObject({ type: z.literal('input_json_delta'), partial_json: z.string() }),
})

interface Piece {
  readonly call: number
  readonly text: string
  /** As it arrived; absent once it is joined with others. */
  readonly event?: string
  /** The event with other arguments in place of its own. */
  readonly withText: (text: string) => string
}

/** Joins neighbouring argument pieces of an event stream, and passes everything else on as it is. */
export class ArgumentJoiner {
  #rest = ''
  #held: Piece | undefined
  #heldSince = 0

  push(text: string): string {
    const events = (this.#rest + text).split(/(?<=\r?\n\r?\n)/)
    const last = events.at(-1) ?? ''
    const isWhole = /\r?\n\r?\n$/.test(last)
    this.#rest = isWhole ? '' : last
    const whole = isWhole ? events : events.slice(0, -1)
    return whole.map((event) => this.#take(event)).join('')
  }

  end(): string {
    return this.#release() + this.#rest
  }

  #take(event: string): string {
    const piece = findPiece(event)
    if (!piece) return this.#release() + event
    const before = this.#held?.call === piece.call ? '' : this.#release()
    const text = (this.#held?.text ?? '') + piece.text
    if (!this.#held) this.#heldSince = performance.now()
    const { call, withText } = piece
    this.#held = this.#held ? { call, text, withText } : { call, text, withText, event }
    const isDue = performance.now() - this.#heldSince > JOINED_MS
    return before + (text.length >= JOINED_CHARS || isDue ? this.#release() : '')
  }

  #release(): string {
    const held = this.#held
    this.#held = undefined
    return held ? (held.event ?? held.withText(held.text)) : ''
  }
}

function findPiece(event: string): Piece | undefined {
  if (!event.includes('arguments') && !event.includes('input_json_delta')) return undefined
  const match = /^(?<head>(?:event: ?[^\n]*\r?\n)?data: ?)(?<json>\{[^\n]*\})\s*$/.exec(event)
  if (!match?.groups) return undefined
  const { head = '', json = '' } = match.groups
  const body = parseJson(json)
  const write = (changed: unknown) => `${head}${JSON.stringify(changed)}\n\n`
  return fromOpenAi(body, write) ?? fromAnthropic(body, write)
}

type Write = (body: unknown) => string

function fromOpenAi(body: unknown, write: Write): Piece | undefined {
  const parsed = OpenAiPiece.safeParse(body)
  if (!parsed.success) return undefined
  const chunk = parsed.data
  const [choice] = chunk.choices
  const [call] = choice.delta.tool_calls
  const withText = (text: string) => {
    const calls = [{ ...call, function: { arguments: text } }]
    return write({ ...chunk, choices: [{ ...choice, delta: { tool_calls: calls } }] })
  }
  return { call: call.index, text: call.function.arguments, withText }
}

function fromAnthropic(body: unknown, write: Write): Piece | undefined {
  const parsed = AnthropicPiece.safeParse(body)
  if (!parsed.success) return undefined
  const event = parsed.data
  const withText = (text: string) =>
    write({ ...event, delta: { ...event.delta, partial_json: text } })
  return { call: event.index, text: event.delta.partial_json, withText }
}
