import { matchAt } from './secret-match.ts'

/**
 * How much the name of a value says. `password`: the value is a secret unless it is a placeholder.
 * `token`: it is one if a program may have made it. `hint`: it is one if it can hardly be anything else.
 */
export type NameClass = 'password' | 'token' | 'hint'

const toSet = (words: string) => new Set(words.split(' '))

const passwordWords = toSet(
  'password passwd passwort passphrase passcode pwd secret secrets passwords psk storepass keypass bindpw rootpw',
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

/** Parts of the names of secrets. */
const PART =
  /pass|pwd|secret|token|key|cred|auth|cookie|bearer|mnemonic|webhook|session|signature|login|sess|appid|(?<![a-z])(?:jwt|psk|pat|sig|sid|sas|otp|pin|dsn|pw|seed|salt|access|crumb|license)(?![a-z])|(?:bind|root|db|user)pw/gi

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
  for (const { index } of text.matchAll(PART)) {
    if (index < done) continue
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
