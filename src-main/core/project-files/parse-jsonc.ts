import stripJsonComments from 'strip-json-comments'

interface JsoncRules {
  /** Whether a comma may follow the last item of a list or an object. */
  readonly allowsTrailingCommas?: boolean
}

/** Parses JSON as editors allow it, with comments, in linear time. Throws a `SyntaxError` for anything else. */
export function parseJsonc(
  text: string,
  { allowsTrailingCommas = false }: JsoncRules = {},
): unknown {
  const trailingCommas = allowsTrailingCommas
  return JSON.parse(stripJsonComments(text, { whitespace: false, trailingCommas }))
}
