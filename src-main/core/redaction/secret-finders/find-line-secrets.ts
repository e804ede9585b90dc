import { type ReadValue, readArgument, withoutStringEnd } from './read-value.ts'
import {
  isConstant,
  isLabel,
  isPassphrase,
  isPath,
  PROSE_WORD,
  type SecretName,
} from './secret-names.ts'
import { isPlaceholder, looksRandom, matchAt } from './secret-values.ts'

const LINE_START = /(?:^|\n)[ \t]*(?:- )?(?:(?:export|set|setx|declare|ENV|ARG)[ \t]{1,4})?["']?$/
const CONNECTOR = /["']?[ \t]{0,30}(?:=(?![=>])|:[ \t])[ \t]{0,30}(?=\S)/y
/** `ENV NAME value` as in Dockerfiles, and `setenv` of csh. */
const ASSIGNING_COMMAND = /(?:^|\n)[ \t]*(?:ENV|setenv|setx)[ \t]{1,4}$/
const BLANKS = /[ \t]{1,8}(?=[^\s"'`=:])/y
const REST_OF_LINE = /[^\r\n]+/y
/** Longer lines are programs rather than settings. */
const MAX_LINE = 400
const COMMENT = /(?<![ \t])[ \t]+#/

/** Reads a password that fills the line behind its name, as in INI, YAML and .env files. */
export function readLinePassword(text: string, name: SecretName): ReadValue | undefined {
  if (!isPasswordName(name)) return undefined
  const before = text.slice(Math.max(0, name.start - 60), name.start)
  const connector = LINE_START.test(before) ? readConnector(text, name, before) : ''
  if (connector === '') return readAssignment(text, name, before)
  const start = name.end + connector.length
  const rest = matchAt(REST_OF_LINE, text.slice(start, start + MAX_LINE + 1), 0)
  if (rest.length > MAX_LINE || isPlaceholder(rest) || isQuoted(rest)) return undefined
  const isShell = isConstant(name.text) && connector !== '' && !connector.includes(':')
  const value = trimLine(rest, isShell)
  const isShellAssignment = isShell && !/\s$/.test(connector)
  if (isPlaceholder(value) || (!isShellAssignment && isProgram(rest.trimEnd()))) return undefined
  if (!isPassword(value, isShellAssignment)) return undefined
  return { start, end: start + value.length, text: value, isQuoted: false }
}

function isPasswordName({ says, text }: SecretName): boolean {
  return says === 'password' || /^(?:pass|pw)$/i.test(text)
}

function readConnector(text: string, name: SecretName, before: string): string {
  const connector = matchAt(CONNECTOR, text, name.end)
  if (connector !== '' || !ASSIGNING_COMMAND.test(before)) return connector
  return matchAt(BLANKS, text, name.end)
}

/** A quote without its other half is the first character of the value. */
function isQuoted(rest: string): boolean {
  const quote = rest.charAt(0)
  return /["'`]/.test(quote) && (rest.length === 1 || rest.includes(quote, 1))
}

/** In a shell a value ends at a blank. */
function trimLine(rest: string, isShell: boolean): string {
  const comment = rest.search(COMMENT)
  const value = withoutStringEnd(comment < 0 ? rest : rest.slice(0, comment)).trimEnd()
  if (!isShell || !/\s/.test(value)) return value
  return (/^\S+/.exec(value)?.[0] ?? '').replace(/(?:;|&&|\|\|?)$/, '')
}

const PUNCTUATION = /[,;<>()[\]{}|\\&]/

/** Reads `NAME=value` in a command, where the value holds punctuation. */
function readAssignment(text: string, name: SecretName, before: string): ReadValue | undefined {
  if (!isConstant(name.text) || text.charAt(name.end) !== '=') return undefined
  if (!/(?:^|[\s"'`])$/.test(before)) return undefined
  const value = readArgument(text, name.end + 1)
  if (!value || value.isQuoted || !PUNCTUATION.test(value.text) || isPlaceholder(value.text)) {
    return undefined
  }
  return isPassword(value.text, false) ? value : undefined
}

const OTHER_FIELD = /[,;&]\s?[A-Za-z][\w ]{1,40}[=:]/
const MIN_LENGTH = 6

function isPassword(value: string, isShellAssignment: boolean): boolean {
  if (/\s/.test(value)) return isPhrase(value)
  if (value.length < MIN_LENGTH || isPath(value) || OTHER_FIELD.test(value)) return false
  if (!/[A-Za-z0-9]/.test(value) || !/[^A-Za-z_.]/.test(value)) return false
  return isShellAssignment || (/[^A-Za-z_.,;()]/.test(value) && !isProgram(value))
}

/** Several words that are neither a sentence nor the description of a field. */
function isPhrase(value: string): boolean {
  const words = value.split(/\s+/)
  const isLong = words.length >= 3 && words.length <= 8 && words.every(({ length }) => length > 2)
  if (!isLong || !/^[a-z\d ]+$/i.test(value) || words.some(isLabel)) return false
  return !PROSE_WORD.test(value) && isPassphrase(words)
}

const BRACKETED = /^[([{</].*[)\]}>/,;]$/
/** A name or a property, with what negates, dereferences or awaits it. */
const NAME = /^(?<sign>[!(@&*-]{0,3})[A-Za-z_$][\w$]*(?<rest>(?:(?:[?!]?\.|->|::)#?[\w$]+)*)[!?]?/
const NUMBER = /^\d{1,3}(?:_\d{3})+[,;]?$/
const TRAILING_PUNCTUATION = /[)\]}>{([,;]$/

/** A value, a call or a part of an expression in a program. */
function isProgram(value: string): boolean {
  if (NUMBER.test(value)) return true
  if (BRACKETED.test(value) || value.includes('=>') || value.includes('...')) return true
  const inner = value.replace(/(?<![,;])[,;]+$/, '')
  const name = NAME.exec(inner)
  if (!name) return false
  if (name[0].length < inner.length) {
    return /[([<{]/.test(inner.charAt(name[0].length)) && TRAILING_PUNCTUATION.test(value)
  }
  if (inner.length < value.length) return true
  const isPlain = !/\d/.test(value) || !looksRandom(value)
  return name.groups?.['rest'] !== '' ? isPlain : name.groups['sign'] !== '' && !/\d/.test(value)
}
