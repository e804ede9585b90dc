/** Values that stand for another one, or for none. */
const PLACEHOLDER =
  /^(?:\$[({]|\$[@*\d#?$]?$|<.*>|<$|%[sdvqr]$|%\w+%|%\(\w*\)|\{\{|#\{|@@|[*&][A-Za-z][A-Za-z_-]*$|\[[A-Za-z ]+ removed\]|\\["'\\nrtu])|\$\{|\{\{|<[a-z][\w -]{2,40}>|^(?<char>.)\k<char>+$|^(?<mark>[x*.•#?_-])\k<mark>{2,}|^[x*.•#?_-]{3,}$|[x*•]{6,}/i
/** A property or an element of a variable in PHP or PowerShell. */
const PROPERTY_OF_VARIABLE = /^\$[A-Za-z_]+(?:->|\.[A-Za-z]|::?[A-Za-z]|\[)/
/** Digits in a name in lower case are a person's: `$ecret123`. */
const VARIABLE = /^(?:[A-Z_][A-Z0-9_]*|[A-Za-z_]+)[-./:@]?$/
const NO_VALUE =
  /^(?:null|undefined|nil|none|true|false|yes|no|on|off|void|any|string|number|unknown|never|boolean|redacted|removed|hidden|secret|password|passw?d?|pwd?|token|todo|n\/a|user(?:name)?|root|admin|guest)$/i
const REFERENCE =
  /^(?:process\.|os\.|env[.(:]|import\.meta|secrets\.|vars\.|var\.|local\.|data\.|module\.|arn:|https?:\/\/|file:|vault:|op:\/\/|ref\+|ssm:)/i
const PLACEHOLDER_WORDS =
  /(?<![a-z])(?:(?:your|my|some|enter|insert|change)[-_ .]?(?:me|it|this|own|api|key|token|secret|password|here|value|client|access|auth)|placeholder|example|dummy|redacted)|not-?a-?real|goes[-_]?here/i
/** Words without punctuation or digits, but for a number behind them. */
const WORDS = /^[A-Za-z]+(?:[-_. ][A-Za-z]+)*(?:[-_ ]\d{1,4})?\.{0,3}$/
/** Real passwords that begin like a placeholder: `mysecretpassword`. */
const CHOSEN = /^(?:my|some)[a-z]+$/

/** Whether a value stands for another one: a variable, something to fill in, or stars. */
export function isPlaceholder(value: string): boolean {
  const patterns = [PLACEHOLDER, PROPERTY_OF_VARIABLE, NO_VALUE, REFERENCE]
  if (patterns.some((pattern) => pattern.test(value))) return true
  return areVariables(value) || isWordPlaceholder(value)
}

/** One variable or several, as in `$HOST:$PORT`. */
function areVariables(value: string): boolean {
  const [before, ...names] = value.split('$')
  return before === '' && names.every((name) => VARIABLE.test(name))
}

/** `your-key-12` is to be filled in, `exampleCorp2024!` isn't. */
function isWordPlaceholder(value: string): boolean {
  if (!PLACEHOLDER_WORDS.test(value) || CHOSEN.test(value)) return false
  return WORDS.test(value) && !looksRandom(value)
}

/** Returns the entropy of a text by its own characters, in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let entropy = 0
  for (const count of counts.values()) {
    const share = count / text.length
    entropy -= share * Math.log2(share)
  }
  return entropy
}

const SEPARATOR = /[^A-Za-z0-9]+/
/** A word or a number, as in `sha256`, `node24`, `v2` or `10px`. */
const WORD =
  /^(?:[A-Za-z]?[a-z]+\d{0,4}|[A-Z]+\d{0,4}|\d+[A-Za-z]{0,3}|[vV]?\d+|[a-z]+\d{1,4}[a-z]{1,2})$/
const PIECE = /[A-Z]?[a-z]+|[A-Z]+|\d+/g
const MIN_PIECE_LENGTH = 3.2

/** Whether a run of letters and digits was hardly made by a person: many short pieces, digits among them. */
function isRandomRun(run: string): boolean {
  if (run.length < 5 || WORD.test(run)) return false
  const pieces = run.match(PIECE) ?? []
  if (!/\d/.test(run)) return run.length >= 12 && run.length / pieces.length < 2.7
  if (isIdentifier(run, pieces)) return false
  if (pieces.length < 3) return /\d{5}/.test(run) && /[A-Za-z]/.test(run)
  return run.length / pieces.length < MIN_PIECE_LENGTH || (run.length >= 12 && pieces.length >= 5)
}

/** Mostly words that begin with a capital letter, as in `getBigUint64`. */
function isIdentifier(run: string, pieces: readonly string[]): boolean {
  if (!/[a-z]/.test(run) || !/[A-Z]/.test(run)) return false
  const least = run.length < 20 ? 3 : 4
  const inWords = pieces.filter((piece) => /[a-z]{2}/.test(piece) && piece.length >= least)
  return inWords.join('').length * 2 > run.length
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i

/** Whether most of a value is random runs, as in keys that a program has made. */
export function looksRandom(value: string): boolean {
  let random = 0
  let all = 0
  for (const run of value.split(SEPARATOR)) {
    all += run.length
    if (isRandomRun(run)) random += run.length
  }
  return (random >= 6 && random * 2 >= all) || UUID.test(value)
}

const STRONG_LENGTH = 16
const STRONG_ENTROPY = 2.9

/** Whether a value is a secret even if little around it says so: identifiers are no secrets. */
export function isStrong(value: string): boolean {
  const isLong = value.length >= STRONG_LENGTH && entropyOf(value) >= STRONG_ENTROPY
  return isLong && !UUID.test(value) && looksRandom(value)
}

const PROPERTY = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$#][\w$]*)+$/
const CALL = /^[A-Za-z_$][\w$.]*[([]/

/** Whether a value without quotes is an expression of a program. */
export function isCode(value: string): boolean {
  return (PROPERTY.test(value) && !looksRandom(value)) || CALL.test(value) || value.includes('=>')
}

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
