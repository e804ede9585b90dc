/** What a secret is written in. */
export const carriers = ['ini', 'yaml', 'json', 'shell', 'prose'] as const

export type Carrier = (typeof carriers)[number]

/** Makes the random parts of a secret. */
export interface SecretSource {
  /** Returns `length` characters of an alphabet. */
  readonly chars: (alphabet: string, length: number) => string
}

/** A kind of secret, as its provider documents it. */
export interface SecretKind {
  /** For people, unique: `npm access token`. */
  readonly name: string
  /** Address of the documentation that gives its format and the places where it is written. */
  readonly source: string
  /** Makes one. The tree holds no secret as it looks: scanners would report it. */
  readonly make: (source: SecretSource) => string
  /** Writes a file or a message that holds the secret, as people and programs write it. */
  readonly write: Readonly<Record<Carrier, (secret: string) => string>>
}
