import { readValue } from './read-value.ts'
import { matchAt, type SecretMatch } from './secret-match.ts'
import type { SecretName } from './secret-names.ts'
import { isQuotedPassword } from './secret-passwords.ts'
import { isPlaceholder, looksRandom } from './secret-values.ts'

/** How far behind the word for it a secret is looked for, in characters. */
const AHEAD = 120

/** Directly behind the word for a secret. */
const NEXT = /["'`)]{0,2}[ \t]{1,2}["'`(]{0,2}/y
/** Between the word for a secret and its value: `… for the database is now "`. */
const COPULA = /\b(?:is|was|are|be|now|to|as)\b[ \t:]{1,2}["'`(]{0,2}(?=[^\s"'`(]{6})/

/** Finds the secret that a sentence tells behind the word for it, as in `the password is …`. */
export function findMentionedSecret(text: string, name: SecretName): SecretMatch | undefined {
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
