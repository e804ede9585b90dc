/** Text and code have more characters a token than this. */
export const CHARS_PER_TOKEN_AT_LEAST = 3

/** What a text that is part of a request may count as at most, before its server has counted it. */
export function tokensIn(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN_AT_LEAST)
}
