import { looksRandom } from './secret-values.ts'

/** A file, an address without a password, or a version. */
export function isPath(value: string): boolean {
  const isKey = value.endsWith('=') || value.split('/').some(isKeySegment)
  if (isKey) return /^[a-z]+:\/\//.test(value)
  return PATH.test(value) || /^v?\d+\.\d+\.\d+/.test(value)
}

/** A random part between slashes, as in keys in base64, rather than the name of a folder. */
function isKeySegment(segment: string): boolean {
  const isLong = segment.length >= 16 && /^[A-Za-z0-9+]+$/.test(segment)
  return isLong && /[a-z]/.test(segment) && /[A-Z]/.test(segment) && looksRandom(segment)
}

const PATH = /^(?:\.{0,2}\/[\w.-]+(?:\/|$|\.\w+$)|~\/|[a-z]+:\/\/|[A-Z]:\\)/

export const PROSE_WORD =
  /(?:^|\s)(?:the|a|an|is|are|was|must|should|can|cannot|your|you|enter|invalid|required|missing|wrong|incorrect|forgot|reset|new|for|of|to|and|or|not|no|in|with|please|does|do|has)(?=\s|$)/i

/** Whether a value in quotes may be a password, and isn't a label or a sentence. */
export function isQuotedPassword(value: string): boolean {
  if (/\s/.test(value)) {
    const words = value.split(/\s+/)
    const isShort = words.length >= 2 && words.length <= 8 && value.length <= 120
    return isShort && value.length >= 8 && !PROSE_WORD.test(value) && isPassphrase(words)
  }
  return value.length >= 6 && !isPath(value) && !isLabel(value)
}

/** Words in lower case, or at least one that no person reads as a word. */
export function isPassphrase(words: readonly string[]): boolean {
  return (
    words.some((word) => /\d[a-z]|[a-z]\d|[a-z][A-Z]/i.test(word) && /\d|[a-z][A-Z]/.test(word)) ||
    words.every((word) => /^[a-z]+$/.test(word))
  )
}

/** A name of something rather than a password: one word, or several joined. */
export function isLabel(value: string): boolean {
  return (
    /^\$?[A-Za-z]+(?:[_.:/-][A-Za-z]+)*$/.test(value) &&
    /pass|secret|token|key|auth|cred|login|user|text|field|label|input|error|type|name/i.test(value)
  )
}

/** Whether a name is one of a shell's variables or a constant: `DB_PASS`. */
export function isConstant(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name)
}

/** Whether a value without quotes may be a password, and isn't a word of a program. */
export function isBarePassword(name: string, value: string, isAlone: boolean): boolean {
  if (isPath(value)) return false
  if (isConstant(name) && (isAlone || !isLabel(value))) return value.length >= 6 || /\d/.test(value)
  if (isLabel(value) || value.length < 6) return false
  return /[^A-Za-z_]/.test(value) || (isAlone && /^[a-z]+$/.test(value) && !TYPE.test(value))
}

const TYPE =
  /^(?:string|number|boolean|object|unknown|buffer|bytes|symbol|integer|optional|required|hidden|disabled|enabled|default|inherit|value|result|input|varchar|bytea|flag|option|argument|prompt)$/

/** Whether the argument of `--password` is one, and no word of its description. */
export function isFlagPassword(value: string): boolean {
  if (isPath(value) || /^[A-Z_]+$/.test(value)) return false
  return !TYPE.test(value) && !PROSE_WORD.test(value) && !isLabel(value)
}
