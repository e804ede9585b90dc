import { type ReadValue, readArgument, readValue } from './read-value.ts'
import { isPlaceholder, matchAt, type SecretMatch } from './secret-values.ts'

const COMMAND =
  /(?<![\w-])(?:curl|wget|http|https|xh|docker|podman|helm|skopeo|buildah|az|sshpass|mysql\w*|mariadb\w*|mongo\w*|ldap\w+|smbclient|redis-cli|zip|unzip|7z|lftp|ncftp|psql|rsync|htpasswd|svn|cadaver|kinit|rabbitmq\w*|influx|cqlsh|impala-shell|sqlcmd|bcp|mosquitto_\w+|ipmitool|nmcli|codecov|doctl|expect|keytool|openssl|gpg|twine|jfrog|jf|oc|tdcli)(?![\w/-]|\.\w)/g

/** How far in front of a flag its command is looked for, in characters; lines may end in a backslash. */
const MAX_COMMAND = 600
/** Flags whose argument may be a password, or a user and a password. */
const FLAG =
  /(?<=[\s"'`])(?:-[a-zA-Z]{0,6}[uUpPwatk]|--(?:proxy-)?user|--proxy-creds?|--auth)(?:=|[ \t]{1,4})(?=[^\s-])/g
/** The same without a blank in between. */
const FLAG_WITH_ATTACHED_ARGUMENT = /(?<=[\s"'`])-(?:hp|[uUpPwa])(?=[^\s=-])/g
const USER_FLAG = /^(?:-[a-zA-Z]{0,6}[uUa]|--(?:proxy-)?user|--proxy-creds?|--auth)[= \t]*$/
const USER = /[^\s:,%"'`/]{0,100}[:,%]/y
const HAS_PASSWORD_FLAG =
  /^(?:docker|podman|helm|az|mongo\w*|ldap\w+|7z|zip|unzip|rabbitmq\w*|influx|cqlsh|sqlcmd|bcp|mosquitto_\w+|ipmitool|codecov|doctl|twine|oc)$/
const HAS_ATTACHED_PASSWORD = /^(?:7z|zip|unzip|ldap\w+|mongo\w*|ipmitool)$/
/** Commands and flags whose argument is never anything but a password. */
const PASSWORD_FLAGS: readonly (readonly [RegExp, flag: RegExp])[] = [
  [/^redis-cli$/, /^-a[ \t]*$/],
  [/^openssl$/, /^-k[ \t]*$/],
  [/^sshpass$/, /^-p[ \t]*$/],
  [/^(?:mysql|mariadb)\w*$/, /^-p$/],
]
const TAKES_USER_AND_PASSWORD = /^(?:curl|wget|xh|lftp|ncftp|smbclient)$/

interface Command {
  readonly name: string
  readonly start: number
}

interface Argument {
  readonly command: Command
  readonly flag: string
  /** The offset in the text at which the flag's argument begins. */
  readonly start: number
}

/** A password that sudo reads from its input. */
const SUDO_INPUT =
  /\b(?:echo|printf)[ \t]{1,4}(?:-[ne][ \t]{1,4})?(?<quote>["']?)(?<secret>[^\s"'|$]{3,200})\k<quote>[ \t]{0,4}\|[ \t]{0,4}sudo[ \t]{1,4}-[a-zA-Z]{0,4}S/g
const NET_USE =
  /\bnet use[ \t]{1,4}(?:[a-zA-Z]:[ \t]{1,4})?\\{2,8}[^\s"']{1,200}[ \t]{1,4}(?<secret>[^\s"'/*][^\s"']{2,199})/gi

/** Finds passwords in the arguments of commands, as in `curl -u name:password`. */
export function* findCommandSecrets(text: string): Generator<SecretMatch> {
  yield* findSecretGroups(text, [SUDO_INPUT, NET_USE])
  for (const pattern of [FLAG, FLAG_WITH_ATTACHED_ARGUMENT]) {
    for (const { 0: flag, index } of text.matchAll(pattern)) {
      const command = findCommand(text, index)
      if (!command) continue
      const value = readPassword(text, { command, flag, start: index + flag.length })
      if (value) yield { start: value.start, end: value.end, matchStart: command.start }
    }
  }
}

function findCommand(text: string, flag: number): Command | undefined {
  const before = text.slice(Math.max(0, flag - MAX_COMMAND), flag)
  let start = before.lastIndexOf('\n')
  while (start > 0 && /\\\r?$/.test(before.slice(Math.max(0, start - 2), start))) {
    start = before.lastIndexOf('\n', start - 1)
  }
  const line = before.slice(start + 1)
  const [command] = line.matchAll(COMMAND)
  return command && { name: command[0], start: flag - line.length + command.index }
}

function readPassword(text: string, argument: Argument): ReadValue | undefined {
  const { command, flag, start } = argument
  const isCertain = PASSWORD_FLAGS.some(
    ([name, pattern]) => name.test(command.name) && pattern.test(flag),
  )
  if (isCertain) return ifPassword(readArgument(text, start), MIN_CERTAIN)
  if (USER_FLAG.test(flag)) return readPasswordOfUser(text, argument)
  const isAttached = !/[= \t]$/.test(flag)
  const commands = isAttached && flag !== '-hp' ? HAS_ATTACHED_PASSWORD : HAS_PASSWORD_FLAG
  if (!commands.test(command.name)) return undefined
  const value = readArgument(text, start)
  return value && isMixed(value.text) ? ifPassword(value, MIN_LENGTH) : undefined
}

/** Reads what follows the user's name, which quotes may enclose together with the password. */
function readPasswordOfUser(text: string, { command, start }: Argument): ReadValue | undefined {
  const isQuoted = /["'`]/.test(text.charAt(start))
  const whole = isQuoted ? readValue(text, start) : undefined
  const from = whole?.start ?? start
  const separators = command.name === 'smbclient' ? /%$/ : /[:,]$/
  const user = matchAt(USER, text, from)
  if (!separators.test(user)) return undefined
  const isCertain = TAKES_USER_AND_PASSWORD.test(command.name)
  const value = whole?.isQuoted
    ? toRest(text, whole, from + user.length)
    : readArgument(text, from + user.length)
  if (!value || (!isCertain && !isMixed(value.text))) return undefined
  return ifPassword(value, isCertain ? MIN_CERTAIN : MIN_LENGTH)
}

function toRest(text: string, whole: ReadValue, start: number): ReadValue | undefined {
  return start < whole.end ? { ...whole, start, text: text.slice(start, whole.end) } : undefined
}

const MIN_CERTAIN = 3
const MIN_LENGTH = 4

function ifPassword(value: ReadValue | undefined, minLength: number): ReadValue | undefined {
  const isLong = value !== undefined && value.text.length >= minLength
  return isLong && !isPlaceholder(value.text) ? value : undefined
}

/** Not a port, a user's number or a word, as behind `-p 8080:80`, `-u 1000:1000` or `-t latest`. */
function isMixed(value: string): boolean {
  const isWord = !/[^a-z/.:_-]/.test(value) || /^[\d:.]+$/.test(value)
  return !isWord && !/^[\w./-]+:\w[\w.-]*$/.test(value)
}

const LOGIN =
  /\bpassw(?:or)?d(?<=\b(?:login|user|username|account)[ \t\r\n]{1,8}[^\s]{1,100}[ \t\r\n]{1,8}passw(?:or)?d)[ \t\r\n]{1,8}(?<secret>[^\s"']{3,200})/g
const CURL_CONFIGURATION =
  /\buser(?<=^[ \t-]{0,10}(?:proxy-)?user)[ \t]{0,4}[=: ][ \t]{0,4}["'][^\s:"']{1,100}:(?<secret>[^"'\r\n]{3,200})["']/gm
const PGPASS =
  /:(?<=^[\w.*-]{1,100}:)(?:\d{1,5}|\*):[\w.*-]{1,100}:[\w.*-]{1,100}:(?<secret>[^\s:]{3,200})$/gm

const MACHINE = /\bmachine\s{1,8}[^\s"']{1,200}(?=\s{1,8}(?:login|password|account)\s)/g
const FIELD =
  /\s{1,8}(?<key>login|password|account)\s{1,8}(?:"(?<quoted>[^"\r\n]{1,200})"|(?<bare>[^\s"']{1,200}))/y

/** Finds passwords in entries of .netrc, whose fields stand in any order. */
function* findNetrcPasswords(text: string): Generator<SecretMatch> {
  for (const { 0: machine, index } of text.matchAll(MACHINE)) {
    const fields = new Map<string, { readonly start: number; readonly end: number }>()
    FIELD.lastIndex = index + machine.length
    for (let field = FIELD.exec(text); field && fields.size < 3; field = FIELD.exec(text)) {
      const { key = '', quoted, bare = '' } = field.groups ?? {}
      const end = FIELD.lastIndex - (quoted === undefined ? 0 : 1)
      fields.set(key, { start: end - (quoted ?? bare).length, end })
    }
    const password = fields.get('password')
    if (password && fields.has('login')) yield { ...password, matchStart: index }
  }
}

/** Finds passwords in the files in which commands keep them: .netrc, .curlrc and .pgpass. */
export function* findLoginFileSecrets(text: string): Generator<SecretMatch> {
  yield* findNetrcPasswords(text)
  yield* findSecretGroups(text, [LOGIN, CURL_CONFIGURATION, PGPASS])
}

/** Finds what patterns match as their group `secret`. */
function* findSecretGroups(text: string, patterns: readonly RegExp[]): Generator<SecretMatch> {
  for (const pattern of patterns) {
    for (const { 0: match, index, groups } of text.matchAll(pattern)) {
      const secret = groups?.['secret'] ?? ''
      if (isPlaceholder(secret)) continue
      const start = index + match.lastIndexOf(secret)
      yield { start, end: start + secret.length, matchStart: index }
    }
  }
}
