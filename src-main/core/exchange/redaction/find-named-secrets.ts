import { matchAt, type SecretMatch } from './secret-match.ts'

/** What the names of secrets contain. */
export const SECRET_WORD =
  '(?:SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|SIGNING_?KEY|CREDENTIALS?)'

const MIN_VALUE = 6
const MAX_VALUE = 400
/** Removed already, or a reference to a value that is elsewhere. */
const NO_SECRET = /(?:\[[A-Za-z ]+ removed\]|\$|%\w|<)/y

const ASSIGNMENT = /(?<!\w)(?<name>[A-Z][A-Z0-9_]*)=["']?/g
/** Wherever it begins: one may end in the beginning of another. */
const WORD_IN_NAME = new RegExp(`(?=(?<word>${SECRET_WORD}))`, 'g')
const MAX_NAME_END = 41

/** Whether a name ends in a word for a secret, or in one and something behind `_`. The word by itself says too little. */
function isSecretName(name: string): boolean {
  return [...name.matchAll(WORD_IN_NAME)].some(({ index, groups }) => {
    const rest = name.slice(index + (groups?.['word'] ?? '').length)
    const isEnd = rest === '' || (rest.startsWith('_') && rest.length > 1)
    return index > 0 && isEnd && rest.length <= MAX_NAME_END
  })
}

const ASSIGNED_VALUE = /[^\s"'`\\;&|]*/y

/** Finds `NAME=value`, as in an .env file or before a command. */
export function* findAssignedSecrets(text: string): Generator<SecretMatch> {
  let done = 0
  for (const { 0: assignment, index, groups } of text.matchAll(ASSIGNMENT)) {
    const start = index + assignment.length
    if (index < done || !isSecretName(groups?.['name'] ?? '')) continue
    if (matchAt(NO_SECRET, text, start) !== '') continue
    const value = matchAt(ASSIGNED_VALUE, text, start).slice(0, MAX_VALUE)
    if (value.length < MIN_VALUE) continue
    done = start + value.length
    yield { start, end: done, matchStart: index }
  }
}

const QUOTED = new RegExp(
  `(?:\\b|_|(?<=[a-z]))${SECRET_WORD}["'\`]?\\s{0,4}[:=]\\s{0,4}["'\`]`,
  'gi',
)
const QUOTED_VALUE = /(?:[^"'`\\\s]|\\[^"'`\s])*/y

/** Finds `name: "value"`, as in JSON, YAML and code. */
export function* findQuotedSecrets(text: string): Generator<SecretMatch> {
  for (const { 0: named, index } of text.matchAll(QUOTED)) {
    const start = index + named.length
    if (matchAt(NO_SECRET, text, start) !== '') continue
    const { length } = matchAt(QUOTED_VALUE, text, start)
    const isClosed = text[start + length] === named.at(-1)
    if (!isClosed || length < MIN_VALUE || length > MAX_VALUE) continue
    yield { start, end: start + length, matchStart: index }
  }
}
