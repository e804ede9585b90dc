import type { ModelRef } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { costOf } from '#shared/pricing/pricing.ts'
import { type Settings, splitModelName } from '#shared/settings/settings.ts'
import type { Providers } from '../providers/registry/providers.ts'
import { Turns } from '../runtime/serial-queue.ts'
import { SemanticIndex } from '../store/vectors/semantic-index.ts'
import { embed } from './embed.ts'

/** The worker reads so many files at a time: between two, a run can end. */
const FILES = 200
const TEXTS = 64
/** One search asks the model for no more: the rest comes with the next ones. */
const MAX_TEXTS = 1024
/** Of each order, before they become one. */
const CANDIDATES = 50

/** One request to an embedding model. */
export interface AskedEmbedding {
  readonly model: ModelRef
  readonly texts: readonly string[]
}

export interface Embedded {
  /** In the order of the texts. */
  readonly vectors: readonly Float32Array[]
  readonly tokens: number
  /** The server gave no usage: its tokens were counted here. */
  readonly isEstimated: boolean
}

/**
 * Lets a request to an embedding model be made as a model call of whoever asked: paid for and written
 * down where theirs are. Fails, with a sentence, where it may not be made, and as `ask` does.
 */
export type EmbeddingCall = (
  asked: AskedEmbedding,
  ask: () => Promise<Embedded>,
) => Promise<Embedded>

interface SemanticQuery {
  /** The real folder on disk. */
  readonly root: string
  /** Every file that search sees, from the root on. */
  readonly paths: readonly string[]
  readonly question: string
  /** Of files that begin so; empty: all. */
  readonly under: string
  readonly limit: number
  readonly signal: AbortSignal
  readonly progress: (message: string) => void
  readonly embedding: EmbeddingCall
}

export interface FoundPlace {
  readonly path: string
  /** From 1. */
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface SemanticAnswer {
  readonly found: readonly FoundPlace[]
  /** How many pieces of files were looked through. */
  readonly pieces: number
  /** What the search by meaning came to; absent: no model is chosen for it. */
  readonly meaning?: {
    readonly model: string
    /** Pieces that the model has yet to be asked for. */
    readonly missing: number
    /** What was asked of it now. */
    readonly tokens: number
    /** `null`: unpriced. */
    readonly costUsd: number | null
    /** Why it could not be had. */
    readonly failure?: string
  }
}

/** Finds what files are about: by their words, and by their meaning where a model for that is chosen. */
export interface SemanticSearch {
  find(query: SemanticQuery): Promise<SemanticAnswer>
}

type Meaning = NonNullable<SemanticAnswer['meaning']>

interface ProjectSearchOptions {
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

/** Of reciprocal rank fusion, as it is usually taken: the first places count, and no single one decides. */
const K = 60

type Ranked = FoundPlace & { readonly id: number }

/** One order of several, each with the best first. Lines that a better place shows are not shown again. */
export function mergeRanks(
  orders: readonly (readonly Ranked[])[],
  limit: number,
): readonly FoundPlace[] {
  const scores = new Map<number, { readonly place: Ranked; score: number }>()
  for (const order of orders) {
    for (const [rank, place] of order.entries()) {
      const entry = scores.get(place.id) ?? { place, score: 0 }
      entry.score += 1 / (K + rank + 1)
      scores.set(place.id, entry)
    }
  }
  const best = [...scores.values()].toSorted((a, b) => b.score - a.score || a.place.id - b.place.id)
  const chosen: FoundPlace[] = []
  for (const { place } of best) {
    if (chosen.length < limit && !chosen.some((one) => overlap(one, place))) chosen.push(place)
  }
  return chosen.map(({ path, start, end, text }) => ({ path, start, end, text }))
}

function overlap(one: FoundPlace, other: FoundPlace): boolean {
  return one.path === other.path && one.start <= other.end && other.start <= one.end
}
