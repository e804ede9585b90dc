import { readValue } from './read-value.ts'
import { matchAt, type SecretMatch } from './secret-match.ts'
import { isPlaceholder } from './secret-values.ts'

const COMMAND =
  /(?<![\w-])(?:curl|wget|http|https|xh|docker|podman|helm|skopeo|buildah|az|sshpass|mysql\w*|mariadb\w*|mongo\w*|ldap\w+|smbclient|redis-cli|zip|unzip|7z|lftp|ncftp|psql|rsync|htpasswd|svn|cadaver|kinit|rabbitmq\w*|influx|cqlsh|impala-shell|sqlcmd|bcp|mosquitto_\w+|ipmitool|nmcli|codecov|doctl|expect|keytool|openssl|gpg|twine|jfrog|jf|oc|tdcli)(?![\w/-]|\.\w)/g

/** How far in front of a flag its command is looked for, in characters; lines may end in a backslash. */
const MAX_COMMAND = 600
/** Flags whose value may be a password, or a user and a password. */
const FLAG =
  /(?<=[\s"'])(?:-[a-zA-Z]{0,6}[uUpPwat]|-hp|--(?:proxy-)?user|--proxy-creds?|--auth)(?:=|[ \t]{0,4})(?=["']?[^\s"'-])/g
const USER_FLAG = /^(?:-[a-zA-Z]{0,6}[uUa]|--(?:proxy-)?user|--proxy-creds?|--auth)[= \t]*$/
const USER = /["']?[^\s:,"'/]{0,100}["']?[:,](?=["']?[^\s"'/])/y
const HAS_PASSWORD_FLAG =
  /^(?:docker|podman|helm|az|sshpass|mysql\w*|mariadb\w*|mongo\w*|ldap\w+|redis-cli|7z|zip|unzip|rabbitmq\w*|influx|cqlsh|sqlcmd|bcp|mosquitto_\w+|ipmitool|codecov|doctl|twine|oc)$/

/** Finds passwords in the arguments of commands, as in `curl -u name:password`. */
export function* findCommandSecrets(text: string): Generator<SecretMatch> {
  for (const { 0: flag, index } of text.matchAll(FLAG)) {
    const command = findCommand(text, index)
    if (!command) continue
    const start = index + flag.length
    const user = USER_FLAG.test(flag) ? matchAt(USER, text, start) : ''
    if (user === '' && !HAS_PASSWORD_FLAG.test(command.name)) continue
    const value = readValue(text, start + user.length)
    if (!value || !isPassword(value.text)) continue
    yield { start: value.start, end: value.end, matchStart: command.start }
  }
}

function findCommand(text: string, flag: number): { name: string; start: number } | undefined {
  const before = text.slice(Math.max(0, flag - MAX_COMMAND), flag)
  let start = before.lastIndexOf('\n')
  while (start > 0 && /\\\r?$/.test(before.slice(Math.max(0, start - 2), start))) {
    start = before.lastIndexOf('\n', start - 1)
  }
  const line = before.slice(start + 1)
  const [command] = line.matchAll(COMMAND)
  return command && { name: command[0], start: flag - line.length + command.index }
}

/** Not a port, a user's number or a word, as behind `-p 8080:80`, `-u 1000:1000` or `-t latest`. */
function isPassword(value: string): boolean {
  const isMixed = /[^a-z/.:_-]/.test(value) && !/^[\d:.]+$/.test(value)
  return (
    value.length >= 4 && isMixed && !isPlaceholder(value) && !/^[\w./-]+:\w[\w.-]*$/.test(value)
  )
}

const LOGIN =
  /\bpassw(?:or)?d(?<=\b(?:login|user|username|account)[ \t\r\n]{1,8}[^\s]{1,100}[ \t\r\n]{1,8}passw(?:or)?d)[ \t\r\n]{1,8}(?<secret>[^\s"']{3,200})/g
const CURL_CONFIGURATION =
  /\buser(?<=^[ \t-]{0,10}(?:proxy-)?user)[ \t]{0,4}[=: ][ \t]{0,4}["'][^\s:"']{1,100}:(?<secret>[^"'\r\n]{3,200})["']/gm
const PGPASS =
  /:(?<=^[\w.*-]{1,100}:)(?:\d{1,5}|\*):[\w.*-]{1,100}:[\w.*-]{1,100}:(?<secret>[^\s:]{3,200})$/gm

/** Finds passwords in the files in which commands keep them: .netrc, .curlrc and .pgpass. */
export function* findLoginFileSecrets(text: string): Generator<SecretMatch> {
  for (const pattern of [LOGIN, CURL_CONFIGURATION, PGPASS]) {
    for (const { 0: match, index, groups } of text.matchAll(pattern)) {
      const secret = groups?.['secret'] ?? ''
      if (isPlaceholder(secret)) continue
      const start = index + match.lastIndexOf(secret)
      yield { start, end: start + secret.length, matchStart: index }
    }
  }
}
