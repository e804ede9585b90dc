import { assert } from '#shared/lib/assert.ts'
import { CancellableCalls } from '../cancellable-calls.ts'
import type { CodeReply, CodeRequest } from './code-protocol.ts'
import type {
  CodeKnowledge,
  KnowledgeAnswer,
  KnowledgeQuery,
  SymbolSearch,
  SymbolsAnswer,
} from './define.ts'

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
