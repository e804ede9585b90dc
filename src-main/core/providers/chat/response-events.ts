import { isRecord, type Json } from '#shared/lib/json.ts'
import { type AnswerReader, type AnswerState, MISSING } from '../streaming/answer-reader.ts'
import { ResponseItem } from './response-item.ts'

/** How a response may end; failures are errors. */
const ENDS = new Set<unknown>(['response.completed', 'response.incomplete', 'response.done'])

/**
 * Turns the events of one streamed response into what OpenAI documents. Servers send text and arguments
 * in pieces, with the end of an item, or only with the end of the response: the client gets them once.
 */
export class ResponseReader implements AnswerReader {
  readonly #items: ResponseItem[] = []
  #isOver = false

  get state(): AnswerState {
    return this.#isOver ? 'over' : 'open'
  }

  read(event: Json): readonly Json[] {
    const { type, item, delta } = event
    if (ENDS.has(type)) return this.#readEnd(event)
    switch (type) {
      case 'response.created':
        return [{ type, response: isRecord(event['response']) ? event['response'] : {} }]
      case 'response.output_item.added':
        return isRecord(item) ? this.#open(event, item) : []
      case 'response.output_item.done':
        return isRecord(item) ? this.#close(event, item) : []
      case 'response.output_text.delta':
        return this.#at(event, 'message', (one) => one.addText(delta, event['content_index']))
      case 'response.output_text.done':
        return this.#at(event, 'message', (one) =>
          one.endText(event['text'], event['content_index']),
        )
      case 'response.refusal.delta':
        return this.#at(event, 'message', (one) => one.addRefusal(delta, event['content_index']))
      case 'response.function_call_arguments.delta':
        return this.#at(event, undefined, (one) => one.addArguments(delta))
      case 'response.function_call_arguments.done':
        return this.#at(event, undefined, (one) => one.endArguments(event['arguments']))
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_summary.delta':
      case 'response.reasoning_text.delta':
        return this.#at(event, 'reasoning', (one) => one.addReasoning(delta))
      default:
        return []
    }
  }

  end(): readonly Json[] {
    return this.#isOver ? [] : this.#toEnd({}, MISSING)
  }

  #open(event: Json, given: Json): readonly Json[] {
    const known = this.#items.find((one) => one.isSame(given))
    if (known) return []
    return this.#add(event, given).start()
  }

  #add({ output_index: place }: Json, given: Json): ResponseItem {
    const item = new ResponseItem(this.#items.length, place, given)
    this.#items.push(item)
    return item
  }

  #close(event: Json, given: Json): readonly Json[] {
    const place = event['output_index']
    const known =
      this.#items.find((one) => one.isSame(given)) ??
      this.#items.find((one) => one.isOpenAt(place, given['type'])) ??
      this.#unnamed(event, given)
    return known ? known.close(given) : this.#addWhole(event, given)
  }

  #addWhole(event: Json, given: Json): readonly Json[] {
    const item = this.#add(event, given)
    return [...item.start(), ...item.close(given)]
  }

  /** Reads the items of the whole response, which are known unless none of their events came. */
  #closeAll(items: readonly Json[]): readonly Json[] {
    return items.flatMap((given, index) => {
      const isOfType = ({ type }: Pick<ResponseItem, 'type'>) => type === given['type']
      const count = items.slice(0, index).filter((one) => one['type'] === given['type']).length
      const known =
        this.#items.find((one) => one.isSame(given)) ?? this.#items.filter(isOfType)[count]
      return known ? known.close(given) : this.#addWhole({ output_index: index }, given)
    })
  }

  /** Returns the item that pieces implied before they named it. */
  #unnamed({ output_index: place }: Json, { type }: Json): ResponseItem | undefined {
    return this.#items.find(
      (one) => one.isImplied && one.type === type && (place === undefined || one.place === place),
    )
  }

  /** Reads a piece of an item, which servers name by its id, its index or not at all. */
  #at(
    { item_id: id, output_index: place }: Json,
    type: string | undefined,
    read: (item: ResponseItem) => readonly Json[],
  ): readonly Json[] {
    const isType = (one: ResponseItem) => (type === undefined ? one.isCall : one.type === type)
    const fitting = this.#items.filter(isType)
    const known =
      fitting.find((one) => id !== undefined && one.id === id) ??
      fitting.findLast((one) => place !== undefined && one.place === place) ??
      (place === undefined ? fitting.at(-1) : undefined)
    if (known) return read(known)
    if (type === undefined) return []
    const item = new ResponseItem(this.#items.length, place, { type, id }, true)
    this.#items.push(item)
    return [...item.start(), ...read(item)]
  }

  #readEnd({ type, response: given }: Json): readonly Json[] {
    const response = isRecord(given) ? given : {}
    const { output, status, incomplete_details: details } = response
    const items = Array.isArray(output) ? output.filter(isRecord) : []
    const rest = this.#closeAll(items)
    const reason = isRecord(details) ? details['reason'] : undefined
    const isCut = type === 'response.incomplete' || status === 'incomplete'
    const isIncomplete = isCut || typeof reason === 'string'
    const finish = isIncomplete ? String(reason ?? 'incomplete') : 'stop'
    return [...rest, ...this.#toEnd(response, finish)]
  }

  #toEnd(response: Json, reason: string): readonly Json[] {
    this.#isOver = true
    const rest = this.#items.flatMap((item) => item.close({}))
    const isRefusal = reason === 'stop' && this.#items.some((item) => item.isRefusal)
    const ended = {
      ...response,
      error: null,
      output: this.#items.filter((item) => item.isReplayed).map((item) => item.whole),
      finish_reason: isRefusal ? 'refusal' : reason,
    }
    return [...rest, { type: 'response.completed', response: ended }]
  }
}
