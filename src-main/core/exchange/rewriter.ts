import { isUtf8 } from 'node:buffer'
import { Hash } from '#shared/ids.ts'
import { hashOf } from '../log/blobs.ts'

export type Replacements = readonly (readonly [from: string, to: string])[]

const REFERENCE = /sha256:[0-9a-f]{64}|git:[0-9a-f]{40}(?:[0-9a-f]{24})?/g

/**
 * Replaces words in texts and in every content they refer to, however deep. A content that changes
 * so has another name, and what refers to it refers to that.
 */
export class Rewriter {
  readonly #find: (hash: Hash) => Promise<Uint8Array | undefined>
  readonly #replacements: Replacements
  readonly #names = new Map<string, Hash>()
  #contents: (readonly [Hash, Uint8Array])[] = []

  constructor(find: (hash: Hash) => Promise<Uint8Array | undefined>, replacements: Replacements) {
    this.#find = find
    this.#replacements = replacements
  }

  async rewrite(text: string): Promise<string> {
    let rewritten = text
    for (const [from, to] of this.#replacements) rewritten = rewritten.replaceAll(from, to)
    for (const reference of new Set(rewritten.match(REFERENCE))) {
      rewritten = rewritten.replaceAll(reference, await this.#nameOf(Hash.parse(reference)))
    }
    return rewritten
  }

  /** The contents that were referred to since this was last asked, each once. */
  takeContents(): readonly (readonly [Hash, Uint8Array])[] {
    const contents = this.#contents
    this.#contents = []
    return contents
  }

  async #nameOf(hash: Hash): Promise<Hash> {
    const known = this.#names.get(hash)
    if (known) return known
    const content = await this.#find(hash)
    const rewritten = content && (await this.#rewriteContent(content))
    const name = rewritten ? hashOf(rewritten) : hash
    if (rewritten && !this.#names.has(name)) this.#contents.push([name, rewritten])
    this.#names.set(hash, name)
    this.#names.set(name, name)
    return name
  }

  async #rewriteContent(content: Uint8Array): Promise<Uint8Array> {
    if (!isUtf8(content)) return content
    return Buffer.from(await this.rewrite(Buffer.from(content).toString('utf8')))
  }
}
