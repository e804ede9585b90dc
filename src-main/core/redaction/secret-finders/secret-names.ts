import { looksRandom, matchAt } from './secret-values.ts'

/**
 * How much the name of a value says. `password`: the value is a secret unless it is a placeholder.
 * `token`: it is one if a program may have made it. `hint`: it is one if it can hardly be anything else.
 */
type NameClass = 'password' | 'token' | 'hint'

const toSet = (words: string) => new Set(words.split(' '))

const passwordWords = toSet(
  'password passwd passwort passphrase passcode pwd secret secrets passwords psk storepass keypass bindpw rootpw senha senhas wachtwoord kennwort heslo jelszo contrasena motdepasse',
)

const tokenWords = toSet(
  'token apikey accesskey secretkey privatekey authkey appkey masterkey signingkey encryptionkey writekey credential credentials creds cred jwt pat authorization bearer sas mnemonic otp pin seed crumb webhook signature license kubeconfig',
)

const hintWords = toSet(
  'key keys tokens auth cookie cookies session sid sig dsn appid sessid phpsessid jsessionid sessionid access salt login',
)

/** In front of `key`. */
const keyWords = toSet(
  'api access secret private auth account admin app application client encryption encrypt crypto cipher signing sign master service server sdk ingest write read rw deploy shared storage consumer hmac webhook session cookie jwt ssh rsa ssl tls user restricted subscription integration project org management personal primary secondary license licence function host master data instrumentation security merchant sas aes global live sandbox project routing rest token root team publishable authorization',
)

const publicWords = toSet('public pub publishable anon')

/** Words behind a name that don't change what it names. */
const neutralWords = toSet(
  'value values raw text data str string plain plaintext base64 b64 prod production dev development staging stage test live sandbox old new current previous prev primary secondary main default local ci env var header a b hash hex encoded id1 1 2 3 v1 v2',
)

const endings =
  /(?:password|passwd|passphrase|secret|token|api-?key|apikey|secretkey|accesskey|privatekey|(?:user|db|my|sql|root|admin|smtp|mail|ftp|auth|bind|redis|key|store|require)(?:pass|pwd|pw))$/

const WORDS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g

/** Tells what a name says of its value; nothing for most names. */
export function classifyName(name: string): NameClass | undefined {
  const words = (name.match(WORDS) ?? []).map((word) => word.toLowerCase())
  const all = [...words]
  while (words.length > 1 && neutralWords.has(words.at(-1) ?? '')) words.pop()
  const last = words.at(-1) ?? ''
  const before = words.at(-2) ?? ''
  if (publicWords.has(before) && last !== 'secret') return undefined
  if (last === 'id') return before === 'session' ? 'hint' : undefined
  return classifyWords(last, before) ?? (all.some(isSecretWord) ? 'hint' : undefined)
}

function classifyWords(last: string, before: string): NameClass | undefined {
  if (passwordWords.has(last)) return 'password'
  if (last === 'pass' || last === 'pw') return before === '' ? 'token' : 'password'
  if (last === 'key' || last === 'keys') return keyWords.has(before) ? 'token' : 'hint'
  if (tokenWords.has(last)) return 'token'
  if (endings.test(last)) return /key$|token$/.test(last) ? 'token' : 'password'
  return hintWords.has(last) ? 'hint' : undefined
}

function isSecretWord(word: string): boolean {
  return passwordWords.has(word) || tokenWords.has(word) || word === 'key'
}

/** Parts of the names of secrets; words for a password with letters beyond ASCII, or blanks, are whole names. */
const PART =
  /(?<foreign>mots? de passe|contrase(?:ñ|n\u0303)as?|lösenord|hasło|пароль|密码|密碼|パスワード|비밀번호)|pass|pwd|senha|wachtwoord|kennwort|heslo|jelszo|contrasena|secret|token|key|cred|auth|cookie|bearer|mnemonic|webhook|session|signature|login|sess|appid|(?<![a-z])(?:jwt|psk|pat|sig|sid|sas|otp|pin|dsn|pw|seed|salt|access|crumb|license)(?![a-z])|(?:bind|root|db|user)pw/gi

const MAX_NAME = 80
const IN_NAME = /[\w.-]/
const NAME_REST = /[\w.-]*/y

/** A name that may say that its value is a secret. */
export interface SecretName {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly says: NameClass
}

/** Finds the names of secrets, in order and apart. */
export function* findSecretNames(text: string): Generator<SecretName> {
  const known = new Map<string, NameClass | undefined>()
  let done = 0
  for (const { index, groups } of text.matchAll(PART)) {
    if (index < done) continue
    const foreign = groups?.['foreign']
    if (foreign !== undefined) {
      done = index + foreign.length
      yield { start: index, end: done, text: foreign, says: 'password' }
      continue
    }
    let start = index
    while (start > done && index - start < MAX_NAME && IN_NAME.test(text.charAt(start - 1))) {
      start -= 1
    }
    done = index + matchAt(NAME_REST, text, index).length
    if (done - start > MAX_NAME) continue
    const name = text.slice(start, done)
    const says = known.has(name) ? known.get(name) : classifyName(name)
    known.set(name, says)
    if (says !== undefined) yield { start, end: done, text: name, says }
  }
}

const PATH = /^(?:\.{0,2}\/[\w.-]+(?:\/|$|\.\w+$)|~\/|[a-z]+:\/\/|[A-Z]:\\)/

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

const TYPE =
  /^(?:string|number|boolean|object|unknown|buffer|bytes|symbol|integer|optional|required|hidden|disabled|enabled|default|inherit|value|result|input|varchar|bytea|flag|option|argument|prompt)$/

/** Whether a value without quotes may be a password, and isn't a word of a program. */
export function isBarePassword(name: string, value: string, isAlone: boolean): boolean {
  if (isPath(value)) return false
  if (isConstant(name) && (isAlone || !isLabel(value))) return value.length >= 6 || /\d/.test(value)
  if (isLabel(value) || value.length < 6) return false
  return /[^A-Za-z_]/.test(value) || (isAlone && /^[a-z]+$/.test(value) && !TYPE.test(value))
}

/** Whether the argument of `--password` is one, and no word of its description. */
export function isFlagPassword(value: string): boolean {
  if (isPath(value) || /^[A-Z_]+$/.test(value)) return false
  return !TYPE.test(value) && !PROSE_WORD.test(value) && !isLabel(value)
}
