import { assert } from '#shared/lib/assert.ts'
import { CancellableCalls } from '../runtime/cancellable-calls.ts'
import type { CodeReply, CodeRequest } from './code.worker.ts'
import type { Topic } from './facts/code-facts.ts'
import type { FoundSymbols, SymbolQuery } from './facts/find-symbols.ts'
import type { Progress } from './index-files.ts'

export interface SymbolsAnswer extends FoundSymbols {
  readonly progress: Progress
}

export interface KnowledgeAnswer {
  /** As it is to be read; `''`: the project has no code yet. */
  readonly text: string
  readonly progress: Progress
}

interface SymbolSearch extends SymbolQuery {
  /** The real folder on disk. */
  readonly root: string
  readonly signal: AbortSignal
}

interface KnowledgeQuery {
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

/** What the code of every open project says: a worker reads it, so that it holds up nobody. */
export class CodeReader implements CodeKnowledge, AsyncDisposable {
  readonly #worker = new CancellableCalls<CodeRequest, CodeReply>({
    from: import.meta.url,
    name: 'code',
  })

  async findSymbols({ root, signal, ...query }: SymbolSearch): Promise<SymbolsAnswer> {
    const reply = await this.#worker.call({ type: 'symbols', root, query }, signal)
    assert(reply.type === 'symbols', 'the worker answers what it was asked')
    return reply.answer
  }

  async describe({ root, topic, signal }: KnowledgeQuery): Promise<KnowledgeAnswer> {
    const reply = await this.#worker.call({ type: 'knowledge', root, topic }, signal)
    assert(reply.type === 'knowledge', 'the worker answers what it was asked')
    return reply.answer
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker[Symbol.asyncDispose]()
  }
}
