/** A file, an address without a password, or a version. */
export function isPath(value: string): boolean {
  return PATH.test(value) || /^v?\d+\.\d+\.\d+/.test(value)
}

const PATH = /^(?:\.{0,2}\/[\w.-]+(?:\/|$|\.\w+$)|~\/|[a-z]+:\/\/|[A-Z]:\\)/

const PROSE_WORD =
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
function isPassphrase(words: readonly string[]): boolean {
  return (
    words.some((word) => /\d[a-z]|[a-z]\d|[a-z][A-Z]/i.test(word) && /\d|[a-z][A-Z]/.test(word)) ||
    words.every((word) => /^[a-z]+$/.test(word))
  )
}

/** A name of something rather than a password: one word, or several joined. */
function isLabel(value: string): boolean {
  return (
    /^[A-Za-z]+(?:[_.:/-][A-Za-z]+)*$/.test(value) &&
    /pass|secret|token|key|auth|cred|login|user|text|field|label|input|error|type|name/i.test(value)
  )
}

/** Whether a value without quotes may be a password, and isn't a word of a program. */
export function isBarePassword(name: string, value: string, isAlone: boolean): boolean {
  if (isPath(value) || isLabel(value)) return false
  if (/^[A-Z][A-Z0-9_]*$/.test(name)) return value.length >= 6 || /\d/.test(value)
  if (value.length < 6) return false
  return /[^A-Za-z_]/.test(value) || (isAlone && /^[a-z]+$/.test(value) && !TYPE.test(value))
}

const TYPE =
  /^(?:string|number|boolean|object|unknown|buffer|bytes|symbol|integer|optional|required|hidden|disabled|enabled|default|inherit|value|result|input|varchar|bytea)$/
