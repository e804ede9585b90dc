import { isUtf8 } from 'node:buffer'
import type { AnyEvent } from '#shared/events/index.ts'
import { BlobRef, INLINE_BYTES } from '#shared/events/value.ts'
import { Hash } from '#shared/lib/ids.ts'
import { parseJson } from '#shared/lib/json.ts'
import { hashOf } from '../runtime/ids.ts'
import { decodeText } from '../text/detect-encoding.ts'
import { encodeText, type RawText } from '../text/text-encoding.ts'

/** What a content is to those who refer to it: a tree of files, plain data, or as it is. */
type Use = 'tree' | 'json' | 'text'

interface Rewriting {
  /** `undefined`: it is not there, or is to be left out. `isOfTree`: only a tree names it. */
  readonly find: (hash: Hash, isOfTree: boolean) => Promise<Uint8Array | undefined>
  /** What stands for a text. */
  readonly text: (text: string) => string
  /** The same for what only programs read; and for what is under a name in plain data. */
  readonly word?: (text: string) => string
  readonly value?: (name: string, text: string) => string
  /** Takes each content, once, before what refers to it. */
  readonly keep: (hash: Hash, content: Uint8Array) => Promise<void>
  /** What stands for the name of a content that was not found; its own unless given. */
  readonly nameMissing?: (hash: Hash) => Hash
}

/** What the content that a field refers to is; `undefined`: as the field around it says. */
const uses: Readonly<Record<string, Use>> = {
  tree: 'tree',
  args: 'json',
  messages: 'json',
  tools: 'json',
}

/** Names of fields whose values come from a list of ours: no text of anybody’s. */
const CLOSED: ReadonlySet<string> = new Set(
  'kind type channel outcome effect decision allowedDecisions by status resolution profile purpose reason scope sessionId runId spanId parentSpanId agentId approvalId toolCallId projectId ruleId provider model name finishReason'.split(
    ' ',
  ),
)

/** What is known of a value by where it is. */
interface Where {
  readonly name: string
  readonly use: Use
  /** It is of an event, whose fields are ours; not of what somebody put there. */
  readonly isOurs: boolean
  readonly isOfTree: boolean
}

/**
 * Replaces words in events and in every content they refer to, however deep. A content that changes
 * so has another name, and what refers to it refers to that.
 */
export class Rewriter {
  readonly #rewriting: Rewriting
  readonly #names = new Map<Hash, Hash>()
  /** Of texts that are kept elsewhere, how they begin. */
  readonly #heads = new Map<Hash, string>()

  constructor(rewriting: Rewriting) {
    this.#rewriting = rewriting
  }

  async rewriteEvent<E extends AnyEvent>(event: E): Promise<E> {
    // Only texts and names of contents change, so it is of the kind it was.
    return (await this.rewrite(event)) as E
  }

  /** Plain data whose fields are ours. */
  rewrite(data: unknown): Promise<unknown> {
    return this.#walk(data, { name: '', use: 'text', isOurs: true, isOfTree: false })
  }

  async #walk(value: unknown, where: Where): Promise<unknown> {
    if (typeof value === 'string') return this.#toText(value, where)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return this.#walkList(value, where)
    const ref = where.isOurs && 'ref' in value ? BlobRef.safeParse(value).data : undefined
    return ref ? this.#toRef(value, ref, where) : this.#walkFields(value, where)
  }

  async #walkList(values: readonly unknown[], where: Where): Promise<unknown[]> {
    const list: unknown[] = []
    for (const value of values) list.push(await this.#walk(value, where))
    return list
  }

  async #walkFields(value: object, where: Where): Promise<object> {
    const { text } = this.#rewriting
    const entries: [string, unknown][] = []
    for (const [name, field] of Object.entries(value)) {
      // Names in a tree are paths.
      const isField = where.isOurs && !where.isOfTree
      const use = (isField ? uses[name] : undefined) ?? where.use
      // What stands under `json` was put there by a model, or by whoever it heard.
      const isOurs = where.isOurs && !(isField && name === 'json')
      const inside = await this.#walk(field, { ...where, name, use, isOurs })
      entries.push([isField ? name : text(name), inside])
    }
    return Object.fromEntries(entries)
  }

  async #toText(value: string, { name, use, isOurs, isOfTree }: Where): Promise<string> {
    const { text, word = text, value: named } = this.#rewriting
    if (isOurs) {
      const hash = HASH.test(value) ? Hash.safeParse(value) : undefined
      if (hash?.success) return this.#nameOf(hash.data, use, isOfTree)
      return CLOSED.has(name) ? word(value) : text(value)
    }
    return named ? named(name, value) : text(value)
  }

  async #toRef(value: object, { ref, head }: BlobRef, where: Where): Promise<object> {
    const name = await this.#nameOf(ref, where.use, where.isOfTree)
    if (head === undefined) return { ...value, ref: name }
    // What is cut in the middle may not be recognised for what it is.
    const begin = this.#heads.get(ref) ?? this.#rewriting.text(head).replace(/(?<!\S)\S*$/, '')
    return { ...value, ref: name, head: begin }
  }

  async #nameOf(hash: Hash, use: Use, isOfTree: boolean): Promise<Hash> {
    const known = this.#names.get(hash)
    if (known) return known
    const { find, keep, nameMissing } = this.#rewriting
    const content = await find(hash, isOfTree)
    const rewritten = content && (await this.#rewriteContent(hash, content, use))
    const name = rewritten ? hashOf(rewritten) : (nameMissing?.(hash) ?? hash)
    // One that others refer to may still be found: not every one that a tree names is wanted.
    if (!rewritten && isOfTree) return name
    const isNew = !this.#names.has(name)
    this.#names.set(hash, name)
    this.#names.set(name, name)
    if (rewritten && isNew) await keep(name, rewritten)
    return name
  }

  async #rewriteContent(hash: Hash, content: Uint8Array, use: Use): Promise<Uint8Array> {
    const found = await findWords(content)
    if (!found) return content
    const { raw: before, encoding } = found
    const after = await this.#rewriteWhole(before, use)
    if (use !== 'tree' && content.length > INLINE_BYTES) this.#heads.set(hash, headOf(after))
    return after === before ? content : encodeText(after, encoding)
  }

  async #rewriteWhole(text: string, use: Use): Promise<string> {
    if (use === 'text') return this.#rewriting.text(text)
    const isTree = use === 'tree'
    const where: Where = { name: '', use: 'text', isOurs: isTree, isOfTree: isTree }
    const data = parseJson(text)
    if (data === undefined) return this.#rewriting.text(text)
    return JSON.stringify(await this.#walk(data, where))
  }
}

/** Of UTF-8, a text with NULs, too: it may hold words all the same. */
async function findWords(content: Uint8Array): Promise<RawText | undefined> {
  if (!isUtf8(content)) return await decodeText(content)
  const { buffer, byteOffset, byteLength } = content
  return { raw: Buffer.from(buffer, byteOffset, byteLength).toString(), encoding: 'UTF-8' }
}

const HASH = /^(?:sha256|git):/
const headOf = (text: string) => text.slice(0, 1000)
