import { type ParseResult, parseSync } from 'oxc-parser'

/** Parses a file, or returns what it has parsed before. */
export type Parse = (file: string, text: string) => ParseResult

/** Lets several checks share one parse of each file. */
export function createParser(): Parse {
  const parsed = new Map<string, { readonly text: string; readonly result: ParseResult }>()
  return (file, text) => {
    const known = parsed.get(file)
    if (known?.text === text) return known.result
    const result = parseSync(file, text)
    parsed.set(file, { text, result })
    return result
  }
}
