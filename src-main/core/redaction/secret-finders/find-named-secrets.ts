import { readLinePassword } from './find-line-secrets.ts'
import { type ReadValue, readArgument, readBareValue, readValue } from './read-value.ts'
import {
  findSecretNames,
  isBarePassword,
  isFlagPassword,
  isPath,
  isQuotedPassword,
  type SecretName,
} from './secret-names.ts'
import {
  entropyOf,
  isCode,
  isPlaceholder,
  isStrong,
  looksRandom,
  matchAt,
  type SecretMatch,
} from './secret-values.ts'

/** Between a name and its value, as in INI, YAML, JSON, shell, TOML, code, XML and headers. */
const CONNECTORS: readonly RegExp[] = [
  /["'`\]]{0,2}[ \t]{0,30}:[ \t]{0,4}(?:[Ss]tring|str|&str)[ \t]{0,4}=[ \t]{0,4}/y,
  /["'`\]]{0,2}[ \t]{0,30}(?:===?|:=|=>|\?=|\+=|\|\|=|=|:(?![?+=:-]))[ \t]{0,30}/y,
  /["'][ \t]{0,4},?[ \t]{0,4}["']?[Vv]alue["']?[ \t]{0,4}[:=][ \t]{0,4}(?=["'])/y,
  /["']?\r?\n[ \t]{1,40}["']?value["']?:[ \t]{1,4}/y,
  />(?=[^<>\s]{1,400}<\/)/y,
]

/** Between a setting that a command sets and its value. */
const BLANKS = /[ \t]{1,4}/y

const LONG_VALUE = 400

/** Finds values whose names say that they are secrets, in data, code, commands and sentences. */
export function* findNamedSecrets(text: string): Generator<SecretMatch> {
  let done = 0
  for (const name of findSecretNames(text)) {
    if (name.start < done) continue
    const line = readLinePassword(text, name)
    const value = line ?? readNamedValue(text, name)
    const isSecret = value !== undefined && (line !== undefined || isNamedSecret(text, name, value))
    const found = isSecret
      ? { start: value.start, end: value.end, matchStart: name.start }
      : findMentionedSecret(text, name)
    if (found) {
      done = found.end
      yield found
    } else if (value && value.text.length > LONG_VALUE) {
      // Names within a long value are no names. Reading it again for each would take long.
      done = value.end
    }
  }
}

function readNamedValue(text: string, name: SecretName): ReadValue | undefined {
  if (isFlag(name) && matchAt(FLAG_CONNECTOR, text, name.end) !== '') return readFlag(text, name)
  const connector = matchFirst(CONNECTORS, text, name.end)
  // The first answer of `condition ? 'secret' : 'other'` names nothing.
  if (/\?[ \t]{1,2}["']$/.test(text.slice(Math.max(0, name.start - 4), name.start)))
    return undefined
  if (connector !== undefined) return readBehind(text, name.end + connector.length)
  const isSetting = /[a-z0-9][_-][a-z]/i.test(name.text)
  const blanks = isSetting ? matchAt(BLANKS, text, name.end) : ''
  if (blanks === '') return undefined
  const value = readValue(text, name.end + blanks.length)
  return value && isStrong(value.text) ? value : undefined
}

const isFlag = ({ text }: SecretName) => text.startsWith('--')
const FLAG_CONNECTOR = /=|[ \t]{1,4}(?=[^\s=])/y
/** The end of the command, or the next flag: the argument before it is complete. */
const BEHIND_ARGUMENT = /^(?:["'`)]|[ \t]+-|[ \t]*(?:[|;&>\\\r\n]|$))/

/** Reads the value of a flag of a command. Behind a blank, a plain word may belong to a sentence. */
function readFlag(text: string, { end, says }: SecretName): ReadValue | undefined {
  const connector = matchAt(FLAG_CONNECTOR, text, end)
  const value = connector === '' ? undefined : readArgument(text, end + connector.length)
  if (!value || !/[A-Za-z0-9]/.test(value.text)) return undefined
  if (connector === '=' || value.isQuoted || isLikely(value.text)) return value
  if (says !== 'password') return undefined
  const isMixed = /\d/.test(value.text) || /^[^[(<].*[^\w.,:'"-]/.test(value.text)
  const isLast = BEHIND_ARGUMENT.test(text.slice(value.end, value.end + 10))
  return isMixed || isLast ? value : undefined
}

function matchFirst(patterns: readonly RegExp[], text: string, at: number): string | undefined {
  for (const pattern of patterns) {
    const matched = matchAt(pattern, text, at)
    if (matched !== '') return matched
  }
  return undefined
}

/** How a value is encoded, or the scheme of an authorization, in front of the secret itself. */
const PREFIX =
  /(?:(?:Bearer|Basic|Token|Bot|Key|ApiKey|Api-Token|Digest|JWT|SSWS|FlyV1|GoogleLogin|Splunk)[ \t]{1,4}|(?:base64|key|token):?=?(?=[\w+/-]{16}))/iy
const BLOCK = /[|>][+-]?\d?[ \t]{0,4}\r?\n[ \t]{1,40}/y

function readBehind(text: string, start: number): ReadValue | undefined {
  const block = matchAt(BLOCK, text, start).length
  const value = readValue(text, start + block)
  if (!value) return undefined
  const prefix = matchAt(PREFIX, text, value.start).length
  if (prefix === 0) return value
  if (!value.isQuoted) return readBareValue(text, value.start + prefix)
  const from = value.start + prefix
  return from < value.end ? { ...value, start: from, text: text.slice(from, value.end) } : value
}

const MIN_LENGTH = 4

function isNamedSecret(text: string, secretName: SecretName, value: ReadValue): boolean {
  const { says, text: name } = secretName
  if (value.text.length < MIN_LENGTH || isPlaceholderValue(text, value)) return false
  if (value.text.toLowerCase() === name.toLowerCase()) return false
  if (says === 'password' && isFlag(secretName)) return isFlagPassword(value.text)
  if (!value.isQuoted && isExpression(text, value)) return false
  switch (says) {
    case 'password':
      return value.isQuoted
        ? isQuotedPassword(value.text)
        : isBarePassword(name, value.text, isAlone(text, secretName, value))
    case 'token':
      return isLikely(value.text) || isToken(text, secretName, value)
    case 'hint':
      return isStrong(value.text)
  }
}

/** In single quotes, a dollar sign begins no variable. */
function isPlaceholderValue(text: string, { start, text: value }: ReadValue): boolean {
  const isLiteral = text.charAt(start - 1) === "'"
  return isPlaceholder(isLiteral ? value.replace(/^\$(?=\w)/, '') : value)
}

/** Whether a line holds nothing but a name and its value, as in INI and YAML. */
function isAlone(text: string, { start }: SecretName, { end }: ReadValue): boolean {
  const before = text.slice(Math.max(0, start - 40), start)
  return (
    /(?:^|\n)[ \t]*(?:- )?["']?$/.test(before) &&
    /^[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 40))
  )
}

const AWS_NAME = /aws_?secret_?(?:access_?)?key$/i
const AWS_KEY = /^[A-Za-z0-9+/]{40}$/

/** Whether a value is a token for its place: where only data stands, no code is mistaken for one. */
function isToken(text: string, name: SecretName, value: ReadValue): boolean {
  if (AWS_NAME.test(name.text) && AWS_KEY.test(value.text)) return true
  return isPlainToken(value.text) && isInData(text, name, value)
}

function isInData(text: string, name: SecretName, value: ReadValue): boolean {
  if (isFlag(name) || isAlone(text, name, value)) return true
  const before = text.charAt(name.start - 1)
  const isInJson = before === '"' && text.charAt(name.end) === '"' && value.isQuoted
  // A header in quotes, as in `-H 'X-Api-Key: …'`.
  return isInJson || (/["']/.test(before) && text.charAt(value.end) === before)
}

/** A call, an index or a property in a program. */
function isExpression(text: string, value: ReadValue): boolean {
  return /[([]/.test(text.charAt(value.end)) || isCode(value.text)
}

/** Whether a program may have made a value, or a person in the manner of programs. */
function isLikely(value: string): boolean {
  return value.length >= MIN_TOKEN && !/\s/.test(value) && !isPath(value) && hasMixture(value)
}

const MIN_TOKEN = 8
const MIN_LETTERS = 16
const MIN_ENTROPY = 3.5

/** Letters and digits, or many letters that are no words of a program. */
function isPlainToken(value: string): boolean {
  if (value.length < MIN_TOKEN || /[\s/.:]/.test(value)) return false
  if (/\d/.test(value)) return /[a-z]/i.test(value)
  const pieces = value.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []
  const isOneWord = /^(?:[a-z]+|[A-Z]+)$/.test(value) || value.length / pieces.length < 3
  return value.length >= MIN_LETTERS && isOneWord && entropyOf(value) >= MIN_ENTROPY
}

function hasMixture(value: string): boolean {
  if (!/\d/.test(value) || !/[a-z]/i.test(value)) return false
  const isOdd = /[!@#$%^&*?~]/.test(value) || (/\d{5}/.test(value) && !/[_.-]\d+$/.test(value))
  return isOdd || looksRandom(value)
}

/** How far behind the word for it a secret is looked for, in characters. */
const AHEAD = 120

/** Directly behind the word for a secret. */
const NEXT = /["'`)]{0,2}[ \t]{1,2}["'`(]{0,2}/y
/** Between the word for a secret and its value: `… for the database is now "`. */
const COPULA = /\b(?:is|was|are|be|now|to|as)\b[ \t:]{1,2}["'`(]{0,2}(?=[^\s"'`(]{6})/

/** Finds the secret that a sentence tells behind the word for it, as in `the password is …`. */
function findMentionedSecret(text: string, name: SecretName): SecretMatch | undefined {
  const { start, end, says } = name
  if (says === 'hint') return undefined
  const next = matchAt(NEXT, text, end)
  // Code says these words often, and hardly ever with a blank behind.
  if (next === '') return undefined
  const [line = ''] = text.slice(end, end + AHEAD).split('\n', 1)
  const copula = COPULA.exec(line)
  const offsets = [next.length, ...(copula ? [copula.index + copula[0].length] : [])]
  const values = offsets.map((offset) => readMentioned(text, end + offset))
  const value = values.find((each) => each && isMentioned(each, says))
  return value && { start: value.start, end: value.end, matchStart: start }
}

function readMentioned(text: string, offset: number) {
  const isQuoted = /["'`]/.test(text.charAt(offset - 1))
  return readValue(text, isQuoted ? offset - 1 : offset)
}

function isMentioned(
  { text, isQuoted }: { readonly text: string; readonly isQuoted: boolean },
  says: SecretName['says'],
): boolean {
  if (isPlaceholder(text) || isOther(text)) return false
  if (isQuoted && /\s/.test(text)) return says === 'password' && isQuotedPassword(text)
  if (says === 'token') return text.length >= 10 && looksRandom(text)
  const isMixed = /\d/.test(text) && /[A-Za-z]/.test(text)
  return text.length >= 6 && isMixed && !/^[A-Za-z]+-?\d{1,2}$/.test(text)
}

/** An address, a file or a number. */
function isOther(value: string): boolean {
  return /:\/\/|^[\w.+-]+@|\.\w{2,4}$|^\d[\d.,:-]*$/.test(value)
}
