import type { ModelRef } from '#shared/events/value.ts'

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

export interface SemanticQuery {
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
