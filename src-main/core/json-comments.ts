/** A string of JSON, or a comment; either may miss its end. */
const STRING_OR_COMMENT =
  /(?<string>"(?:\\.|[^"\\])*"?)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|(?<unclosed>$))/gu
const STRING_OR_COMMA = /(?<string>"(?:\\.|[^"\\])*"?)|,(?=\s*[}\]])/gu

/** Removes the comments that editors allow in JSON. One without an end stays, and makes parsing fail. */
export function stripJsonComments(text: string): string {
  return text.replaceAll(STRING_OR_COMMENT, (found, string?: string, unclosed?: string) =>
    unclosed === undefined ? (string ?? '') : found,
  )
}

/** Removes commas behind the last item of a list or an object. Expects no comments. */
export function stripTrailingCommas(text: string): string {
  return text.replaceAll(STRING_OR_COMMA, (_, string?: string) => string ?? '')
}
