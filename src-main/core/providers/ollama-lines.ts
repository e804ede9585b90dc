import { parseJson } from '#shared/lib/parse-json.ts'
import { type AnswerReader, type AnswerState, MISSING } from './answer-reader.ts'
import { isRecord, type Json } from './is-record.ts'
import { ServerError } from './server-error.ts'
import { ThinkTags } from './think-tags.ts'

/** The server loaded or unloaded the model, and asked it nothing. */
const NOT_ASKED = new Set<unknown>(['load', 'unload'])

/** Turns the lines of one streamed answer into what Ollama documents. */
export class OllamaReader implements AnswerReader {
  readonly #tags = new ThinkTags()
  #isDone = false

  get state(): AnswerState {
    return this.#isDone ? 'over' : 'open'
  }

  read(line: Json): readonly Json[] {
    const { message, done, done_reason: reason } = line
    const given = isRecord(message) ? message : {}
    const calls = readCalls(given['tool_calls'])
    this.#isDone = done === true || (typeof reason === 'string' && reason !== '')
    const { content, thinking } = this.#readText(given, this.#isDone || calls.length > 0)
    const isEmpty = content === '' && calls.length === 0
    if (this.#isDone && isEmpty && NOT_ASKED.has(reason)) {
      const words = 'The model was loaded, but it was not asked.'
      throw new ServerError({ kind: 'error', status: 503, words })
    }
    const read = {
      role: 'assistant',
      content,
      thinking,
      ...(calls.length > 0 && { tool_calls: calls }),
    }
    const finish = this.#isDone && { done_reason: reason || MISSING }
    return [{ ...line, done: this.#isDone, ...finish, message: read }]
  }

  end(): readonly Json[] {
    return []
  }

  #readText({ content, thinking }: Json, isEnd: boolean) {
    const split = this.#tags.read(textOf(content))
    const held = isEnd ? this.#tags.end() : { text: '', reasoning: '' }
    return {
      content: split.text + held.text,
      thinking: textOf(thinking) + split.reasoning + held.reasoning,
    }
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function readCalls(given: unknown): readonly Json[] {
  if (!Array.isArray(given)) return []
  return given.filter(isRecord).map((call) => {
    const { function: named } = call
    const { name, arguments: args, ...rest } = isRecord(named) ? named : {}
    const read = typeof args === 'string' ? parseJson(args) : args
    const written = isRecord(read) ? read : {}
    return { ...call, function: { ...rest, name: name ?? 'unknown', arguments: written } }
  })
}
