import type { ImportFact } from '../facts/code-facts.ts'

export type ImportedFrom = Omit<ImportFact, 'line'>

/**
 * How a language's syntax is read. Its query captures definitions (`@def.KIND` with `@name`), calls
 * (`@call` with `@callee`, perhaps `@receiver`), marks of definitions (`@mark`), and imports (`@import`).
 */
export interface Language {
  readonly name: string
  /** `typescript` for `tree-sitter-typescript.wasm`. */
  readonly grammar: string
  readonly endings: readonly string[]
  readonly query: string
  /** What an import names, from its own text. */
  readonly readImport: (text: string) => readonly ImportedFrom[]
}

/** `a, b as c` → `[['a', 'a'], ['b', 'c']]`. */
export function readNames(list: string): readonly (readonly [string, string])[] {
  return list.split(',').flatMap((part) => {
    const [, name, local] = /^\s*(?:type\s+)?([\w$*.]+)(?:\s+as\s+([\w$]+))?\s*$/u.exec(part) ?? []
    return name === undefined ? [] : [[name, local ?? name] as const]
  })
}
