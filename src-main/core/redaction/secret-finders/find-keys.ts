import { isPlaceholder, matchAt, type SecretMatch } from './secret-values.ts'

/** Longer keys are cut off in the middle. */
const PEM_CHARS = 16_000

const PEM_BEGIN = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/g
/** Programs write each line as a string of its own. */
const PEM_BODY = /(?:[A-Za-z0-9+/=\s:,.;()"'`\\]|-(?!-))*/y
const PEM_END = /-----END [A-Z0-9 ]*-----/y
const PEM_LINE = /(?:[\s"'`,+]|\\[nr]){0,16}[A-Za-z0-9+/=]{16,}/y

/** Finds private keys as PEM. A key without an end counts, because what shows it may have been cut. */
export function* findPrivateKeys(text: string): Generator<SecretMatch> {
  for (const { 0: begin, index } of text.matchAll(PEM_BEGIN)) {
    const end = findPemEnd(text, index + begin.length)
    if (end === index + begin.length) continue
    yield { start: index, end, matchStart: index }
  }
}

function findPemEnd(text: string, start: number): number {
  const body = matchAt(PEM_BODY, text, start)
  if (body.length <= PEM_CHARS) {
    const end = matchAt(PEM_END, text, start + body.length)
    if (end !== '') return start + body.length + end.length
  }
  let end = start
  for (let line = matchAt(PEM_LINE, text, end); line !== ''; line = matchAt(PEM_LINE, text, end)) {
    end += line.length
  }
  return end
}

const TOKEN_START = /(?<![A-Za-z0-9])eyJ[\w-]{8}/
const TOKEN_REST = /\.eyJ[\w-]{8,}(?:\.[\w-]*)?/g

/** Finds JSON web tokens. */
export function* findJsonWebTokens(text: string): Generator<SecretMatch> {
  let done = 0
  for (const { 0: rest, index } of text.matchAll(TOKEN_REST)) {
    const head = readBack(text, index, done)
    const inHead = head.search(TOKEN_START)
    if (inHead < 0) continue
    const start = index - head.length + inHead
    done = index + rest.length
    yield { start, end: done, matchStart: start }
  }
}

/** The letters, digits and dashes in front of an offset, from `done` on. */
function readBack(text: string, end: number, done: number): string {
  let start = end
  while (start > done && /[\w-]/.test(text.charAt(start - 1))) start -= 1
  return text.slice(start, end)
}

const HASH_START = /\$(?:2[abxy]?|apr1|[156y]|argon2(?:id|[id]))\$|\{S?SHA(?:256|512)?\}/g
const HASH_REST = /[\w./=,+$-]*/y
const MIN_HASH = 22
const MAX_HASH = 300

/** Finds hashes of passwords as .htpasswd, /etc/shadow and LDAP write them. */
export function* findPasswordHashes(text: string): Generator<SecretMatch> {
  let done = 0
  for (const { 0: begin, index } of text.matchAll(HASH_START)) {
    const from = index + begin.length
    const { length } = matchAt(HASH_REST, text.slice(from, from + MAX_HASH), 0)
    if (index < done || length < MIN_HASH) continue
    done = from + length
    yield { start: index, end: done, matchStart: index }
  }
}

const ADDRESS = /:\/\/[^\s:/@"'`\\]*:(?<secret>[^\s/@"'`\\]+)@/g
const MAX_USER = 200
const MAX_PASSWORD = 200
const MAX_SCHEME = 21

/** Finds passwords in addresses: what lies between the colon behind the user's name and the at sign. */
export function* findAddressPasswords(text: string): Generator<SecretMatch> {
  for (const { 0: match, index, groups } of text.matchAll(ADDRESS)) {
    const secret = groups?.['secret'] ?? ''
    const end = index + match.length - '@'.length
    const user = match.length - '://:@'.length - secret.length
    const matchStart = findScheme(text, index)
    if (isPlaceholder(secret)) continue
    if (user > MAX_USER || secret.length > MAX_PASSWORD || matchStart === undefined) continue
    yield { start: end - secret.length, end, matchStart }
  }
}

/** Where the scheme begins that ends at an offset: with a letter at the beginning of a word. */
function findScheme(text: string, end: number): number | undefined {
  let start = end
  while (end - start < MAX_SCHEME && /[a-z0-9+.-]/i.test(text.charAt(start - 1))) start -= 1
  for (let at = start; at < end - 1; at += 1) {
    if (/[a-z]/i.test(text.charAt(at)) && !/\w/.test(text.charAt(at - 1))) return at
  }
  return undefined
}
