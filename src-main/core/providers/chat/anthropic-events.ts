import { z } from 'zod'
import { isRecord, type Json } from '#shared/lib/json.ts'
import { newCallId } from '../define.ts'
import { type AnswerReader, type AnswerState, MISSING } from '../streaming/answer-reader.ts'
import { toText } from './openai-calls.ts'

const Count = z.coerce.number().nonnegative().catch(0)

interface Block {
  /** Its place in what the client gets. */
  readonly index: number
  readonly type: string
  /** The whole input of a call, if its start had it. */
  readonly input: string
  hasInput: boolean
  isStopped: boolean
}

/** The kinds of blocks that pieces of an answer belong to; other pieces are unknown. */
const BLOCK_OF: Readonly<Record<string, readonly string[]>> = {
  text_delta: ['text'],
  citations_delta: ['text'],
  thinking_delta: ['thinking'],
  signature_delta: ['thinking'],
  input_json_delta: ['tool_use', 'server_tool_use', 'mcp_tool_use'],
  compaction_delta: ['compaction'],
}

/** What a block starts as that was never started. */
const IMPLIED: Readonly<Record<string, Json>> = {
  text_delta: { type: 'text', text: '' },
  thinking_delta: { type: 'thinking', thinking: '', signature: '' },
}

/**
 * Turns the events of one streamed message into what Anthropic documents. Compatible servers leave out
 * usage, starts of blocks or their indexes, send a call's input with its start, or give no stop reason.
 */
export class AnthropicReader implements AnswerReader {
  readonly #blocks = new Map<unknown, Block>()
  #last: Block | undefined
  #count = 0
  #inputTokens = 0
  #hasReason = false
  #isStopped = false

  get state(): AnswerState {
    if (this.#isStopped) return 'over'
    return this.#hasReason ? 'ended' : 'open'
  }

  read(event: Json): readonly Json[] {
    switch (event['type']) {
      case 'message_start':
        return [this.#startMessage(event)]
      case 'content_block_start':
        return this.#startBlock(event)
      case 'content_block_delta':
        return this.#readDelta(event)
      case 'content_block_stop':
        return this.#stopBlock(this.#blocks.get(event['index']) ?? this.#last)
      case 'message_delta':
        return [...this.#stopBlocks(), ...this.#readEnd(event)]
      case 'message_stop':
        this.#isStopped = true
        return this.#stopBlocks()
      default:
        return []
    }
  }

  end(): readonly Json[] {
    const reason = toEnd({ stop_reason: MISSING }, { output_tokens: 0 })
    return [...this.#stopBlocks(), ...(this.#hasReason ? [] : [reason]), { type: 'message_stop' }]
  }

  #startMessage({ message }: Json): Json {
    const { stop_reason: _, stop_sequence: __, usage, ...rest } = isRecord(message) ? message : {}
    const counted = isRecord(usage) ? usage : {}
    const input_tokens = Count.parse(counted['input_tokens'])
    const output_tokens = Count.parse(counted['output_tokens'])
    this.#inputTokens = input_tokens
    return {
      type: 'message_start',
      message: { ...rest, content: [], usage: { ...counted, input_tokens, output_tokens } },
    }
  }

  #startBlock({ index: place, content_block: given }: Json): readonly Json[] {
    const content = isRecord(given) ? given : { type: 'text' }
    const { input } = content
    const block: Block = {
      index: this.#count++,
      type: String(content['type']),
      input: isRecord(input) && Object.keys(input).length === 0 ? '' : toText(input),
      hasInput: false,
      isStopped: false,
    }
    // Without indexes, or with the same one, a block that never stops would get lost here.
    const before = this.#stopBlock(this.#blocks.get(place))
    this.#blocks.set(place, block)
    this.#last = block
    const { index } = block
    return [...before, { type: 'content_block_start', index, content_block: toStart(content) }]
  }

  #readDelta({ index: place, delta }: Json): readonly Json[] {
    if (!isRecord(delta)) return []
    const type = String(delta['type'])
    const fitting = BLOCK_OF[type]
    const named = this.#blocks.get(place) ?? this.#last
    const isFitting = named !== undefined && !named.isStopped && fitting?.includes(named.type)
    if (isFitting) return this.#addTo(named, delta)
    const implied = IMPLIED[type]
    if (!implied) return []
    const start = this.#startBlock({ index: place, content_block: implied })
    return this.#last ? [...start, ...this.#addTo(this.#last, delta)] : start
  }

  #addTo(block: Block, delta: Json): readonly Json[] {
    const { index } = block
    const write = (one: Json) => [{ type: 'content_block_delta', index, delta: one }]
    switch (delta['type']) {
      case 'input_json_delta': {
        const partial_json = toText(delta['partial_json'])
        block.hasInput ||= partial_json !== ''
        return partial_json === '' ? [] : write({ ...delta, partial_json })
      }
      case 'text_delta':
        return write({ ...delta, text: String(delta['text'] ?? '') })
      case 'thinking_delta':
        return write({ ...delta, thinking: String(delta['thinking'] ?? '') })
      default:
        return write(delta)
    }
  }

  #stopBlock(block: Block | undefined): readonly Json[] {
    if (!block || block.isStopped) return []
    const { index, input, hasInput } = block
    block.isStopped = true
    const delta = { type: 'input_json_delta', partial_json: input }
    const isLeft = input !== '' && !hasInput && BLOCK_OF['input_json_delta']?.includes(block.type)
    const left = isLeft ? [{ type: 'content_block_delta', index, delta }] : []
    return [...left, { type: 'content_block_stop', index }]
  }

  #stopBlocks(): readonly Json[] {
    return [...this.#blocks.values()].flatMap((block) => this.#stopBlock(block))
  }

  #readEnd({ delta, usage, stop_reason: beside, ...rest }: Json): readonly Json[] {
    const { stop_reason: given = beside, ...other } = isRecord(delta) ? delta : {}
    const isFirst = typeof given === 'string' && given !== '' && !this.#hasReason
    this.#hasReason ||= isFirst
    const counted = isRecord(usage) ? usage : {}
    const output_tokens = Count.parse(counted['output_tokens'])
    // The client adds reasons up: each answer has one.
    const end = toEnd(
      { ...(this.#hasReason && !isFirst ? {} : other), ...(isFirst && { stop_reason: given }) },
      { ...counted, output_tokens },
    )
    return [...this.#recount(counted), { ...rest, ...end }]
  }

  /** Compatible servers count the input only at the end, where the client doesn't look for it. */
  #recount(usage: Json): readonly Json[] {
    const input_tokens = Count.parse(usage['input_tokens'])
    if (input_tokens <= this.#inputTokens) return []
    this.#inputTokens = input_tokens
    const message = { content: [], usage: { ...usage, input_tokens, output_tokens: 0 } }
    return [{ type: 'message_start', message }]
  }
}

/** The client takes what a block starts with, but for the input of a call. */
function toStart(content: Json): Json {
  switch (content['type']) {
    case 'text':
      return { ...content, text: String(content['text'] ?? '') }
    case 'thinking':
      return { ...content, thinking: String(content['thinking'] ?? '') }
    case 'tool_use':
    case 'server_tool_use':
      return { ...content, id: content['id'] || newCallId(), input: {} }
    default:
      return content
  }
}

function toEnd(delta: Json, usage: Json): Json {
  return { type: 'message_delta', delta, usage }
}
