import { isRecord, type Json } from '#shared/lib/json.ts'
import { newCallId } from '../define.ts'
import { toText } from './openai-calls.ts'

/** One item of a streamed response, with how much of it the client has. */
export class ResponseItem {
  /** Its place in what the client gets. */
  readonly #index: number
  /** Its `output_index`, as the server counts. */
  readonly place: unknown
  /** Whether pieces came without the item that they belong to. */
  isImplied: boolean
  isRefusal = false
  #given: Json
  #isClosed = false
  readonly #callId: string
  readonly #texts = new Map<number, string>()
  #arguments = ''
  #reasoning = ''

  constructor(index: number, place: unknown, given: Json, isImplied = false) {
    this.#index = index
    this.place = place
    this.isImplied = isImplied
    this.#given = withoutEmptyId(given)
    const { call_id: callId } = given
    this.#callId = typeof callId === 'string' && callId !== '' ? callId : newCallId()
  }

  get type(): unknown {
    return this.#given['type']
  }

  get id(): unknown {
    return this.#given['id']
  }

  get isCall(): boolean {
    return this.type === 'function_call'
  }

  /** Whether the item goes back to the server with the next request; it refuses unknown and empty ones. */
  get isReplayed(): boolean {
    if (this.type === 'message') return [...this.#texts.values()].some((text) => text.trim() !== '')
    return this.isCall || this.type === 'reasoning'
  }

  isSame({ id, call_id: callId, type }: Json): boolean {
    if (type !== this.type) return false
    if (callId !== undefined && callId === this.#callId) return true
    return id !== undefined && id === this.id
  }

  /** Whether an item at this place may be the same one under another id: some servers change ids. */
  isOpenAt(place: unknown, type: unknown): boolean {
    return !this.#isClosed && place !== undefined && place === this.place && type === this.type
  }

  /** The item as the client would get it at the end of the response. */
  get whole(): Json {
    switch (this.type) {
      case 'function_call':
        return { ...this.#given, call_id: this.#callId, arguments: this.#arguments || '{}' }
      case 'message': {
        const texts = [...this.#texts.values()]
        const content = texts.map((text) => ({ type: 'output_text', text, annotations: [] }))
        return { ...this.#given, role: 'assistant', content }
      }
      default:
        return this.#given
    }
  }

  start(): readonly Json[] {
    return [this.#write('response.output_item.added', { item: this.#empty() })]
  }

  /** Returns what the client doesn't have yet of the whole item. */
  close(given: Json): readonly Json[] {
    if (this.#isClosed) return []
    const isDone = Object.keys(given).length > 0
    this.#given = { ...this.#given, ...withoutEmptyId(given) }
    this.isImplied = this.isImplied && !isDone
    this.#isClosed = isDone
    const rest = this.#restOf(this.#given)
    return isDone ? [...rest, this.#write('response.output_item.done', { item: this.whole })] : rest
  }

  addText(delta: unknown, place: unknown): readonly Json[] {
    const text = toText(delta)
    const content_index = typeof place === 'number' ? place : 0
    this.#texts.set(content_index, (this.#texts.get(content_index) ?? '') + text)
    if (text === '') return []
    return [this.#write('response.output_text.delta', { content_index, delta: text })]
  }

  endText(text: unknown, place: unknown): readonly Json[] {
    const content_index = typeof place === 'number' ? place : 0
    const rest = restOf(toText(text), this.#texts.get(content_index) ?? '')
    return this.addText(rest, content_index)
  }

  /** A refusal is what the model says. */
  addRefusal(delta: unknown, place: unknown): readonly Json[] {
    this.isRefusal = true
    return this.addText(delta, place)
  }

  addArguments(delta: unknown): readonly Json[] {
    const text = toText(delta)
    this.#arguments += text
    if (text === '') return []
    return [this.#write('response.function_call_arguments.delta', { delta: text })]
  }

  endArguments(given: unknown): readonly Json[] {
    return this.addArguments(restOf(toText(given), this.#arguments))
  }

  addReasoning(delta: unknown): readonly Json[] {
    const text = toText(delta)
    this.#reasoning += text
    if (text === '') return []
    return [this.#write('response.reasoning_summary_text.delta', { summary_index: 0, delta: text })]
  }

  #restOf({ arguments: args, content, summary }: Json): readonly Json[] {
    switch (this.type) {
      case 'function_call':
        return this.endArguments(args)
      case 'message':
        return recordsIn(content).flatMap((part, index) => this.#endPart(part, index))
      case 'reasoning': {
        const all = [...recordsIn(summary), ...recordsIn(content)]
        const text = all.map((part) => toText(part['text'])).join('')
        return this.#reasoning === '' ? this.addReasoning(text) : []
      }
      default:
        return []
    }
  }

  #endPart({ type, text, refusal }: Json, index: number): readonly Json[] {
    this.isRefusal ||= type === 'refusal'
    return this.endText(type === 'refusal' ? refusal : text, index)
  }

  /** What the item is before anything of it was streamed. */
  #empty(): Json {
    switch (this.type) {
      case 'function_call':
        return { ...this.#given, call_id: this.#callId, arguments: '' }
      case 'message':
        return { ...this.#given, content: [] }
      case 'reasoning':
        return { ...this.#given, summary: [] }
      default:
        return this.#given
    }
  }

  #write(type: string, rest: Json): Json {
    return { type, output_index: this.#index, item_id: this.id, ...rest }
  }
}

/** Items that share an empty id aren't the same one, and OpenAI refuses it in the next request. */
function withoutEmptyId({ id, ...rest }: Json): Json {
  return id === undefined || id === '' ? rest : { id, ...rest }
}

function recordsIn(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** Returns the end of the whole that isn't known yet; nothing, if what is known differs. */
function restOf(whole: string, known: string): string {
  return whole.startsWith(known) ? whole.slice(known.length) : ''
}
