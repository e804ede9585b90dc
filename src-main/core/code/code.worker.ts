import { answerCancellable } from '../runtime/cancellable-calls.ts'
import type { KnowledgeAnswer, SymbolsAnswer } from './code.ts'
import type { Topic } from './facts/code-facts.ts'
import { findSymbols, type SymbolQuery } from './facts/find-symbols.ts'
import { FileIndex, Grammars, type Progress } from './index-files.ts'
import { describeProject } from './knowledge/describe.ts'
import { buildKnowledge, type Knowledge } from './knowledge/knowledge.ts'

/** What the worker that reads code is asked. */
export type CodeRequest =
  | { readonly type: 'symbols'; readonly root: string; readonly query: SymbolQuery }
  | { readonly type: 'knowledge'; readonly root: string; readonly topic: Topic }

export type CodeReply =
  | { readonly type: 'symbols'; readonly answer: SymbolsAnswer }
  | { readonly type: 'knowledge'; readonly answer: KnowledgeAnswer }

/** How long a question may wait for files to be read. */
const READ_MS = 25_000
/** How many folders are kept in memory. */
const MAX_ROOTS = 3

interface Entry {
  readonly index: FileIndex
  known?: { readonly version: number; readonly knowledge: Knowledge }
}

/** The indexes of the folders that were asked about last. */
class CodeIndexes {
  readonly #grammars = new Grammars()
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>()

  async findSymbols(root: string, query: SymbolQuery, signal: AbortSignal): Promise<SymbolsAnswer> {
    const { entry, progress } = await this.#refresh(root, signal)
    return { ...findSymbols(entry.index.facts(), query), progress }
  }

  async describe(root: string, topic: Topic, signal: AbortSignal): Promise<KnowledgeAnswer> {
    const { entry, progress } = await this.#refresh(root, signal)
    return { text: describeProject(knowledgeOf(entry), topic), progress }
  }

  async #refresh(
    root: string,
    signal: AbortSignal,
  ): Promise<{ readonly entry: Entry; readonly progress: Progress }> {
    const entry = this.#entries.get(root) ?? { index: new FileIndex(root, this.#grammars) }
    this.#entries.delete(root)
    this.#entries.set(root, entry)
    for (const [oldest] of [...this.#entries].slice(0, -MAX_ROOTS)) this.#entries.delete(oldest)
    return { entry, progress: await entry.index.refresh(READ_MS, signal) }
  }
}

/** Made again where anything has changed. */
function knowledgeOf(entry: Entry): Knowledge {
  const { index, known } = entry
  if (known?.version === index.version) return known.knowledge
  const knowledge = buildKnowledge(index.facts(), index.configurations())
  entry.known = { version: index.version, knowledge }
  return knowledge
}

const indexes = new CodeIndexes()

answerCancellable<CodeRequest, CodeReply>(async (request, signal) => {
  const { type, root } = request
  switch (type) {
    case 'symbols':
      return { type, answer: await indexes.findSymbols(root, request.query, signal) }
    case 'knowledge':
      return { type, answer: await indexes.describe(root, request.topic, signal) }
  }
})
