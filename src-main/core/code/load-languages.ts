import { createRequire } from 'node:module'
import type { Parser, Query } from 'web-tree-sitter'
import type { FileFacts } from './facts.ts'
import type { Language } from './languages/define.ts'
import { readFacts } from './read-facts.ts'

/** What a file that is made to be hard to read may cost, in the parser's own steps. */
const MAX_STEPS = 20_000

interface Reader {
  readonly parser: Parser
  readonly query: Query
}

/** Grammars, each loaded when the first file of its language is read. */
export class Grammars {
  readonly #readers = new Map<string, Promise<Reader>>()

  /** `undefined`: its text could not be read as that language. */
  async read(language: Language, text: string): Promise<FileFacts | undefined> {
    const { parser, query } = await this.#reader(language)
    let steps = 0
    // What it returns stops the parsing, though its type does not say so.
    const tree = parser.parse(text, null, { progressCallback: () => ++steps > MAX_STEPS })
    if (!tree) {
      parser.reset()
      return undefined
    }
    try {
      return readFacts(tree.rootNode, query, language, text)
    } finally {
      tree.delete()
    }
  }

  #reader(language: Language): Promise<Reader> {
    const known = this.#readers.get(language.grammar)
    if (known) return known
    const reader = load(language)
    this.#readers.set(language.grammar, reader)
    return reader
  }
}

async function load({ grammar, query }: Language): Promise<Reader> {
  const { Parser, Language, Query } = await import('web-tree-sitter')
  await Parser.init()
  const path = createRequire(import.meta.url).resolve(
    `@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`,
  )
  const language = await Language.load(path)
  return { parser: new Parser().setLanguage(language), query: new Query(language, query) }
}
