/** A secret in a text, as offsets. */
export interface SecretMatch {
  readonly start: number
  readonly end: number
  /** Where the text begins that it was recognized by. */
  readonly matchStart: number
}

/** Matches a sticky pattern at an offset. Returns an empty string if it doesn't match there. */
export function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0] ?? ''
}
