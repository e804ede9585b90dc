import { AppError } from '#shared/error.ts'
import type { ModelRef } from '#shared/events/value.ts'
import { costOf } from '#shared/pricing.ts'
import { type Settings, splitModelName } from '#shared/settings.ts'
import { SemanticIndex } from '../log/semantic/semantic-index.ts'
import type { Providers } from '../providers/providers.ts'
import { Turns } from '../turns.ts'
import type { Embedded, SemanticAnswer, SemanticQuery, SemanticSearch } from './define.ts'
import { embed } from './embed.ts'
import { mergeRanks } from './merge-ranks.ts'

/** The worker reads so many files at a time: between two, a run can end. */
const FILES = 200
const TEXTS = 64
/** One search asks the model for no more: the rest comes with the next ones. */
const MAX_TEXTS = 1024
/** Of each order, before they become one. */
const CANDIDATES = 50

type Meaning = NonNullable<SemanticAnswer['meaning']>

export interface ProjectSearchOptions {
  readonly dataDir: string
  readonly readSettings: () => Pick<Settings, 'embeddingModel'>
  readonly providers: Pick<Providers, 'reach' | 'fetch' | 'secrets' | 'redact' | 'priceOf'>
}

/** Keeps an index of each project that is searched, up to date with its files at every search. */
export class ProjectSearch implements SemanticSearch, AsyncDisposable {
  readonly #options: ProjectSearchOptions
  readonly #index: SemanticIndex
  /** Two searches in one project ask for no text twice. */
  readonly #turns = new Turns<string>()

  constructor(options: ProjectSearchOptions) {
    this.#options = options
    this.#index = new SemanticIndex(options.dataDir)
  }

  async find(query: SemanticQuery): Promise<SemanticAnswer> {
    const { root, question, under, limit, signal } = query
    const name = this.#options.readSettings().embeddingModel
    const prepared = await this.#turns.take(root, async () => {
      await this.#read(query)
      return name === undefined ? undefined : await this.#embed(query, name)
    })
    signal.throwIfAborted()
    const near = prepared?.vector && { model: prepared.meaning.model, vector: prepared.vector }
    const scope = { root, under, limit: CANDIDATES }
    const asked = { type: 'find', question, near, ...scope } as const
    const { byWords = [], byMeaning = [], pieces } = await this.#index.ask(asked)
    const found = mergeRanks([byWords, byMeaning], limit)
    return { found, pieces, ...(prepared && { meaning: prepared.meaning }) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#index[Symbol.asyncDispose]()
  }

  async #read({ root, paths, signal, progress }: SemanticQuery): Promise<void> {
    for (let from = 0; from < paths.length; from += FILES) {
      signal.throwIfAborted()
      if (from > 0) progress(`Read ${from} of ${paths.length} files`)
      await this.#index.ask({ type: 'read', root, paths: paths.slice(from, from + FILES) })
    }
    await this.#index.ask({ type: 'forgetOthers', root, paths })
  }

  /** The texts that the model does not know yet, and the question. Without it words alone have to do. */
  async #embed(
    query: SemanticQuery,
    name: string,
  ): Promise<{ readonly meaning: Meaning; readonly vector?: Float32Array }> {
    const { root, question, signal } = query
    const model = splitModelName(name)
    const spent = { tokens: 0 }
    let failure: string | undefined
    let vector: Float32Array | undefined
    try {
      await this.#embedFiles(query, { name, model, spent })
      const { vectors, tokens } = await this.#ask(query, model, [question])
      spent.tokens += tokens
      vector = vectors[0]
    } catch (error) {
      signal.throwIfAborted()
      if (!AppError.is(error)) throw error
      failure = this.#options.providers.redact(error.message)
    }
    const asked = { type: 'unembedded', root, model: name, limit: 0 } as const
    const { missing = 0 } = await this.#index.ask(asked)
    const costUsd = await this.#costOf(model, spent.tokens)
    const meaning = { model: name, missing, costUsd, ...spent, ...(failure && { failure }) }
    return { meaning, ...(vector && { vector }) }
  }

  async #embedFiles(
    query: SemanticQuery,
    asked: { readonly name: string; readonly model: ModelRef; readonly spent: { tokens: number } },
  ): Promise<void> {
    const { name, model, spent } = asked
    const { root, progress } = query
    for (let done = 0; done < MAX_TEXTS; done += TEXTS) {
      const wanted = { type: 'unembedded', root, model: name, limit: TEXTS } as const
      const { texts = [], missing = 0 } = await this.#index.ask(wanted)
      if (texts.length === 0) return
      progress(`Asking ${name} for the meaning of ${missing} pieces`)
      const inputs = texts.map(({ text }) => text)
      const { vectors, tokens } = await this.#ask(query, model, inputs)
      spent.tokens += tokens
      const kept = texts.flatMap(({ hash }, at) => {
        const vector = vectors[at]
        return vector ? [{ hash, vector }] : []
      })
      await this.#index.ask({ type: 'keep', root, model: name, vectors: kept })
    }
  }

  #ask(
    { embedding, signal }: SemanticQuery,
    model: ModelRef,
    texts: readonly string[],
  ): Promise<Embedded> {
    const asked = { model, texts }
    return embedding(asked, () => embed(this.#options.providers, asked, signal))
  }

  async #costOf(model: ModelRef, tokens: number): Promise<number | null> {
    const price = await this.#options.providers.priceOf(model, tokens, { isEmbedding: true })
    const usage = { inputTokens: tokens, outputTokens: 0, reasoningTokens: 0 }
    return price ? costOf({ ...usage, cacheReadTokens: 0, cacheWriteTokens: 0 }, price) : null
  }
}
