import type { FoundSymbols, SymbolQuery } from './find-symbols.ts'
import type { Progress } from './index-files.ts'
import type { Topic } from './knowledge/topics.ts'

export type { FoundSymbols, Progress, SymbolQuery }

export interface SymbolsAnswer extends FoundSymbols {
  readonly progress: Progress
}

export interface KnowledgeAnswer {
  /** As it is to be read; `''`: the project has no code yet. */
  readonly text: string
  readonly progress: Progress
}

export interface SymbolSearch extends SymbolQuery {
  /** The real folder on disk. */
  readonly root: string
  readonly signal: AbortSignal
}

export interface KnowledgeQuery {
  /** The real folder on disk. */
  readonly root: string
  readonly topic: Topic
  readonly signal: AbortSignal
}

/**
 * What a project's code says by its syntax: what is defined where, and how it hangs together. Kept in
 * memory, and read again where files have changed.
 */
export interface CodeKnowledge {
  findSymbols(search: SymbolSearch): Promise<SymbolsAnswer>
  describe(query: KnowledgeQuery): Promise<KnowledgeAnswer>
}
