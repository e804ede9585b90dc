import { type ParseError, parse } from 'jsonc-parser'

export interface JsoncRules {
  /** Whether a comma may follow the last item of a list or an object. */
  readonly allowsTrailingCommas?: boolean
}

/** Parses JSON as editors allow it, with comments, in linear time. Throws a `SyntaxError` for anything else. */
export function parseJsonc(
  text: string,
  { allowsTrailingCommas = false }: JsoncRules = {},
): unknown {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: allowsTrailingCommas })
  const [first] = errors
  if (first) throw new SyntaxError(`Character ${first.offset + 1} is not valid JSON.`)
  return value
}
