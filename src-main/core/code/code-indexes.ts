import type { KnowledgeAnswer, SymbolsAnswer } from './define.ts'
import { findSymbols, type SymbolQuery } from './find-symbols.ts'
import { FileIndex, type Progress } from './index-files.ts'
import { describeProject } from './knowledge/describe.ts'
import { buildKnowledge, type Knowledge } from './knowledge/knowledge.ts'
import type { Topic } from './knowledge/topics.ts'
import { Grammars } from './load-languages.ts'

/** How long a question may wait for files to be read. */
const READ_MS = 25_000
/** How many folders are kept in memory. */
const MAX_ROOTS = 3

interface Entry {
  readonly index: FileIndex
  known?: { readonly version: number; readonly knowledge: Knowledge }
}

/** The indexes of the folders that were asked about last. */
export class CodeIndexes {
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
