import { isPlaceholder, isStrong, looksRandom, matchAt, type SecretMatch } from './secret-values.ts'

const COOKIE = /\b(?:set-)?cookies?["']?[ \t]{0,4}[:=][ \t]{0,4}["'`]?/gi
const PAIR = /[ \t]{0,4}(?<name>[\w.%:*+!#$&^|~-]{1,100})=(?<value>"?[^\s"'`;,\\<>]{0,4000})"?;?/y
const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|version|priority|comment)$/i
const MIN_COOKIE = 6

/** Finds the values of cookies in `Cookie` and `Set-Cookie` headers. */
export function* findCookies(text: string): Generator<SecretMatch> {
  let done = 0
  for (const { 0: header, index } of text.matchAll(COOKIE)) {
    if (index < done) continue
    let at = index + header.length
    for (;;) {
      PAIR.lastIndex = at
      const pair = PAIR.exec(text)
      if (!pair) break
      const { name = '', value = '' } = pair.groups ?? {}
      const start = at + pair[0].indexOf('=') + 1
      at += pair[0].length
      const isSecret = value.length >= MIN_COOKIE && /\d/.test(value) && !ATTRIBUTE.test(name)
      if (isSecret && !isPlaceholder(value)) {
        yield { start, end: start + value.length, matchStart: index }
      }
    }
    done = at
  }
}

const ADDRESS = /\bhttps?:\/\/(?<rest>[^\s"'`<>\\]{8,1000})/gi
const HOOK = /hook|\/workflows\/|\/triggers\/|\/services\/|integromat|zapier|api\.telegram\.org/i
const SEGMENT = /[/=](?<secret>[\w~%.:-]{16,})/g
const USER = /^(?<secret>[\w-]{16,}):?@/

/** Finds tokens in addresses: as the user's name, and in the path of webhooks. */
export function* findAddressTokens(text: string): Generator<SecretMatch> {
  for (const { 0: address, index, groups } of text.matchAll(ADDRESS)) {
    const rest = groups?.['rest'] ?? ''
    const from = index + address.length - rest.length
    const user = USER.exec(rest)?.groups?.['secret']
    if (user !== undefined && looksRandom(user)) {
      yield { start: from, end: from + user.length, matchStart: index }
    }
    if (!HOOK.test(rest)) continue
    for (const { index: at, groups: parts } of rest.matchAll(SEGMENT)) {
      const secret = (parts?.['secret'] ?? '').replace(/(?<![.:])[.:]+$/, '')
      const start = from + at + 1
      if (isStrong(secret)) yield { start, end: start + secret.length, matchStart: index }
    }
  }
}

const SCHEME = /\b(?:Bearer|Basic|Token|Bot|ApiKey|Api-Token|SSWS|Splunk|FlyV1)[ \t]{1,4}/gi
const CREDENTIALS = /[A-Za-z0-9._~+/=:-]{16,}/y

/** Finds credentials behind the name of an authentication scheme. */
export function* findSchemeCredentials(text: string): Generator<SecretMatch> {
  for (const { 0: scheme, index } of text.matchAll(SCHEME)) {
    const start = index + scheme.length
    const secret = matchAt(CREDENTIALS, text, start)
    const isWord = !/\d/.test(secret) || /^[A-Za-z-]+\d{0,2}[.,:]?$/.test(secret)
    if (isWord || isPlaceholder(secret)) continue
    yield { start, end: start + secret.length, matchStart: index }
  }
}

const PLAIN_LOGIN = /^[\x20-\x39\x3b-\x7e]{1,200}:[\x20-\x7e]{1,400}$/
const AUTH =
  /(?<![\w-])_?auth["']?[ \t]{0,4}[:=][ \t]{0,4}["']?|\bauthorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?basic[ \t]{1,4}/gi
const BASE64 = /[A-Za-z0-9+/]{4,4000}={0,2}/y

/** Finds a name and a password in base64 in headers and under `auth`, as in configurations of Docker and npm. */
export function* findEncodedLogins(text: string): Generator<SecretMatch> {
  for (const { 0: name, index } of text.matchAll(AUTH)) {
    const start = index + name.length
    const encoded = matchAt(BASE64, text, start)
    if (!PLAIN_LOGIN.test(Buffer.from(encoded, 'base64').toString('latin1'))) continue
    yield { start, end: start + encoded.length, matchStart: index }
  }
}
