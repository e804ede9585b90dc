import { findMentionedSecret } from './find-mentioned-secret.ts'
import { type ReadValue, readBareValue, readValue } from './read-value.ts'
import { matchAt, type SecretMatch } from './secret-match.ts'
import { findSecretNames, type SecretName } from './secret-names.ts'
import { isBarePassword, isPath, isQuotedPassword } from './secret-passwords.ts'
import { isCode, isPlaceholder, isStrong, looksRandom } from './secret-values.ts'

/** Between a name and its value, as in INI, YAML, JSON, shell, TOML, code, XML and headers. */
const CONNECTORS: readonly RegExp[] = [
  /["'`\]]{0,2}[ \t]{0,30}:[ \t]{0,4}(?:[Ss]tring|str|&str)[ \t]{0,4}=[ \t]{0,4}/y,
  /["'`\]]{0,2}[ \t]{0,30}(?:===?|:=|=>|\?=|\+=|\|\|=|=|:(?![?+=:-]))[ \t]{0,30}/y,
  /["'][ \t]{0,4},?[ \t]{0,4}["']?[Vv]alue["']?[ \t]{0,4}[:=][ \t]{0,4}(?=["'])/y,
  /["']?\r?\n[ \t]{1,40}["']?value["']?:[ \t]{1,4}/y,
  />(?=[^<>\s]{1,400}<\/)/y,
]

/** Between a flag of a command, or a setting that one sets, and its value. */
const BLANKS = /[ \t]{1,4}/y

const LONG_VALUE = 400

/** Finds values whose names say that they are secrets, in data, code, commands and sentences. */
export function* findNamedSecrets(text: string): Generator<SecretMatch> {
  let done = 0
  for (const name of findSecretNames(text)) {
    if (name.start < done) continue
    const value = readNamedValue(text, name)
    const isSecret = value !== undefined && isNamedSecret(text, name, value)
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
  const connector = matchFirst(CONNECTORS, text, name.end)
  // The first answer of `condition ? 'secret' : 'other'` names nothing.
  if (/\?[ \t]{1,2}["']$/.test(text.slice(Math.max(0, name.start - 4), name.start)))
    return undefined
  if (connector !== undefined) return readBehind(text, name.end + connector.length)
  const isFlag = name.text.startsWith('--') || /[a-z0-9][_-][a-z]/i.test(name.text)
  const blanks = isFlag ? matchAt(BLANKS, text, name.end) : ''
  if (blanks === '') return undefined
  const value = readValue(text, name.end + blanks.length)
  const isExpected = name.text.startsWith('--') ? isLikely : isStrong
  return value && isExpected(value.text) ? value : undefined
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
  if (value.text.length < MIN_LENGTH || isPlaceholder(value.text)) return false
  if (value.text.toLowerCase() === name.toLowerCase()) return false
  if (!value.isQuoted && isExpression(text, value)) return false
  switch (says) {
    case 'password':
      return value.isQuoted
        ? isQuotedPassword(value.text)
        : isBarePassword(name, value.text, isAlone(text, secretName, value))
    case 'token':
      return isLikely(value.text)
    case 'hint':
      return isStrong(value.text)
  }
}

/** Whether a line holds nothing but a name and its value, as in INI and YAML. */
function isAlone(text: string, { start }: SecretName, { end }: ReadValue): boolean {
  const before = text.slice(Math.max(0, start - 40), start)
  return (
    /(?:^|\n)[ \t]*(?:- )?["']?$/.test(before) &&
    /^[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 40))
  )
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

function hasMixture(value: string): boolean {
  if (!/\d/.test(value) || !/[a-z]/i.test(value)) return false
  const isOdd = /[!@#$%^&*?~]/.test(value) || (/\d{5}/.test(value) && !/[_.-]\d+$/.test(value))
  return isOdd || looksRandom(value)
}
