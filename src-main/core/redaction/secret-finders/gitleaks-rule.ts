/** A rule for values that stand near the name of their provider. */
export interface NamedRule {
  readonly id: string
  /** Matches the provider's name as a whole. */
  readonly name: RegExp
  /** Matches the value as a whole. */
  readonly value: RegExp
  /** In bits per character, of the value. */
  readonly minEntropy: number
}

/** A rule for tokens that are known by their look. */
export interface TokenRule {
  readonly id: string
  /** Parts of the token in lower case, of which one is always there. */
  readonly keywords: readonly string[]
  readonly pattern: RegExp
  /** In bits per character, of the whole match. */
  readonly minEntropy: number
}
