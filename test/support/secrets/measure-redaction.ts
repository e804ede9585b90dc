import { Redaction } from '../../../src-main/core/redaction/redaction.ts'
import { type Carrier, carriers, type SecretKind, type SecretSource } from './secret-kind.ts'

/** A secret of one kind as one carrier holds it. */
export interface SecretCase {
  /** Unique, such as `npm access token in yaml`. */
  readonly name: string
  readonly kind: SecretKind
  readonly carrier: Carrier
  readonly secret: string
  readonly written: string
}

export interface SecretResult extends SecretCase {
  readonly redacted: string
  /** Whether the redacted text shows neither the secret nor more than a third of it in one run. */
  readonly isFound: boolean
}

/** Makes the case of every kind in every carrier. A kind's secrets are the same in every run. */
export function makeCases(kinds: readonly SecretKind[]): readonly SecretCase[] {
  return kinds.flatMap((kind) => {
    const source = createSource(kind.name)
    return carriers.map((carrier) => {
      const secret = kind.make(source)
      const written = kind.write[carrier](secret)
      const name = `${kind.name} in ${carrier}`
      if (!shows(written, secret)) throw new Error(`The text of ${name} doesn't hold its secret.`)
      return { name, kind, carrier, secret, written }
    })
  })
}

/** Redacts a case as an export redacts a file, a message or the output of a command. */
export function redactCase(secretCase: SecretCase): SecretResult {
  const redacted = new Redaction([]).text(secretCase.written)
  return { ...secretCase, redacted, isFound: !shows(redacted, secretCase.secret) }
}

export interface Recall {
  readonly found: number
  readonly total: number
  /** From 0 to 1. */
  readonly share: number
}

export function toRecall(results: readonly SecretResult[]): Recall {
  const found = results.filter(({ isFound }) => isFound).length
  return { found, total: results.length, share: found / results.length }
}

const MIN_RUN = 6

/** Whether a text holds a run of more than a third of a secret's characters, and of at least six. */
function shows(text: string, secret: string): boolean {
  const isMultiLine = secret.includes('\n')
  const [inText, inSecret] = isMultiLine
    ? [withoutSpace(text), withoutSpace(secret)]
    : [text, secret]
  const length = Math.min(inSecret.length, Math.max(MIN_RUN, Math.floor(inSecret.length / 3) + 1))
  for (let start = 0; start + length <= inSecret.length; start += 1) {
    if (inText.includes(inSecret.slice(start, start + length))) return true
  }
  return false
}

/** A secret of several lines may be written with other line ends, or with those of JSON. */
function withoutSpace(text: string): string {
  return text.replaceAll(/\s|\\[nr]/g, '')
}

/** A seeded generator (mulberry32), so that every run measures the same secrets. */
function createSource(seed: string): SecretSource {
  let state = 2_166_136_261
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619)
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const char = (alphabet: string) => alphabet.charAt(Math.floor(next() * alphabet.length))
  return {
    chars: (alphabet, length) => Array.from({ length }, () => char(alphabet)).join(''),
  }
}
