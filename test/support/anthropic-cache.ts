import { type Json, listOf } from './model-formats/format.ts'

/** How a request is billed, in tokens. */
export interface CacheBill {
  /** All input, cached or not. */
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** How many blocks before a breakpoint are compared with what was written earlier. */
const LOOK_BACK_BLOCKS = 20
const MAX_BREAKPOINTS = 4
const CHARS_PER_TOKEN = 4

/**
 * Bills requests as Anthropic's prompt cache does. The prefix of a request is its tools, its system prompt
 * and its messages, in this order. It is written at each breakpoint, and read where an earlier request
 * wrote the same bytes. `minTokens`: shorter prefixes aren't cached.
 */
export class AnthropicCache {
  readonly #written = new Set<string>()
  readonly #minTokens: number

  constructor(minTokens = 0) {
    this.#minTokens = minTokens
  }

  bill(body: Json): CacheBill {
    const blocks = toBlocks(body)
    const prefixes = toPrefixes(blocks)
    const breakpoints = findBreakpoints(blocks, body)
    if (breakpoints.length > MAX_BREAKPOINTS) throw new Error('Anthropic takes 4 breakpoints.')
    const usable = breakpoints.filter((at) => tokensOf(prefixes[at]) >= this.#minTokens)
    const cacheRead = Math.max(0, ...usable.map((at) => this.#read(prefixes, at)))
    const cached = Math.max(0, ...usable.map((at) => tokensOf(prefixes[at])))
    for (const at of usable) this.#written.add(prefixes[at] ?? '')
    const cacheWrite = Math.max(0, cached - cacheRead)
    return { input: tokensOf(prefixes.at(-1)), cacheRead, cacheWrite }
  }

  /** The tokens of the longest prefix that was written, at a breakpoint or shortly before it. */
  #read(prefixes: readonly string[], breakpoint: number): number {
    const first = Math.max(0, breakpoint - LOOK_BACK_BLOCKS)
    const near = prefixes.slice(first, breakpoint + 1)
    return tokensOf(near.findLast((prefix) => this.#written.has(prefix)))
  }
}

function tokensOf(prefix = ''): number {
  return Math.ceil(prefix.length / CHARS_PER_TOKEN)
}

function toBlocks(body: Json): readonly Json[] {
  const messages = listOf(body['messages']).flatMap((message) =>
    toContent(message['content']).map((block) => ({ ...block, role: message['role'] })),
  )
  return [...listOf(body['tools']), ...toContent(body['system']), ...messages]
}

function toContent(content: unknown): readonly Json[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)
}

function toPrefixes(blocks: readonly Json[]): readonly string[] {
  let prefix = ''
  return blocks.map(({ cache_control: _breakpoint, ...block }) => {
    prefix += `${JSON.stringify(block)}\n`
    return prefix
  })
}

/** Positions of blocks. A breakpoint of the whole request is at its last block. */
function findBreakpoints(blocks: readonly Json[], body: Json): readonly number[] {
  const marked = blocks.flatMap((block, index) => (block['cache_control'] ? [index] : []))
  return body['cache_control'] ? [...marked, blocks.length - 1] : marked
}
