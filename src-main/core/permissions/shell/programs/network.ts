import { keepContent } from '../file-access.ts'
import type { Call } from '../judging.ts'
import type { TargetKind } from '../targets.ts'
import { FETCHED, type Field, type Output, toField, UNREADABLE } from '../values.ts'
import { dangerous, type Finding, risky, unknown } from '../verdict.ts'
import {
  accessOf,
  judged,
  named,
  type Program,
  type Programs,
  readAll,
  readOptions,
  targetsOfAll,
  valuesOf,
  whoOf,
  writeAll,
} from './define.ts'

const CURL_VALUED = [
  ...['-o', '--output', '-X', '--request', '-H', '--header', '-d', '--data', '-F', '--form', '-T'],
  ...[
    '--upload-file',
    '--data-binary',
    '--data-raw',
    '--data-urlencode',
    '-u',
    '--user',
    '-A',
    '-e',
  ],
  ...['--json', '-b', '--cookie', '-c', '--cookie-jar', '-K', '--config', '-m', '--max-time', '-x'],
  ...[
    '--output-dir',
    '-D',
    '--dump-header',
    '--connect-timeout',
    '--retry',
    '-w',
    '--write-out',
    '-E',
  ],
]
const UPLOADS = ['-d', '--data', '-F', '--form', '--data-binary', '--data-urlencode', '--json']

const curl: Program = (call) => {
  const options = readOptions(call.args, { valued: CURL_VALUED })
  call.judging.note(risky(`\`${whoOf(call)}\` talks to the network.`))
  const files = valuesOf(options, ...UPLOADS).flatMap(
    (text) => /(?:^|=)[@<](?<path>[^;]+)/u.exec(text)?.groups?.['path'] ?? [],
  )
  noteSent(call, [...files, ...valuesOf(options, '-T', '--upload-file', '-K', '--config')])
  noteSent(call, localPaths(options.operands))
  const written = valuesOf(options, '-o', '--output', '--output-dir', '-c', '--cookie-jar', '-D')
  return download(call, written, options.flags.has('-O') || options.flags.has('--remote-name'))
}

function localPaths(operands: readonly Field[]): readonly string[] {
  return operands.flatMap(
    ({ text }) => /^file:\/\/(?<path>.*)$/u.exec(text)?.groups?.['path'] ?? [],
  )
}

/** What is sent to others must not be a secret, nor from outside the project. */
function noteSent(call: Call, paths: readonly string[]): void {
  const files = paths.filter((path) => path !== '-').map(toField)
  readAll(call, files)
  for (const { kind, path } of targetsOfAll(call, files)) {
    if (OUTSIDE.has(kind)) {
      call.judging.note(dangerous(`\`${whoOf(call)}\` sends ${path} over the network.`))
    }
  }
}

const OUTSIDE: ReadonlySet<TargetKind> = new Set([
  'home',
  'system',
  'outside',
  'secret',
  'parent',
  'root',
])

function download(call: Call, paths: readonly string[], isNamed: boolean): Output {
  const files = paths.filter((path) => path !== '-')
  writeAll(call, files.map(toField))
  for (const path of files) keepContent(accessOf(call), path, [FETCHED])
  if (isNamed) keepNamed(call)
  return files.length > 0 || isNamed ? [''] : [FETCHED]
}

/** Written under the name that the address ends in. */
function keepNamed(call: Call): void {
  for (const { text } of call.args) {
    const name = /^\w+:\/\/[^?#]*\/(?<name>[^/?#]+)/u.exec(text)?.groups?.['name']
    if (name) keepContent(accessOf(call), name, [FETCHED])
  }
}

const WGET_VALUED = ['-O', '--output-document', '-o', '-P', '--directory-prefix', '-T', '-t', '-U']

const wget: Program = (call) => {
  const options = readOptions(call.args, {
    valued: [...WGET_VALUED, '--post-file', '--body-file', '--header', '--post-data', '-e'],
  })
  call.judging.note(risky(`\`${whoOf(call)}\` talks to the network.`))
  noteSent(call, valuesOf(options, '--post-file', '--body-file'))
  writeAll(call, valuesOf(options, '-P', '--directory-prefix', '-o').map(toField))
  const written = valuesOf(options, '-O', '--output-document')
  return download(call, written, written.length === 0)
}

const fetching = (does: string): Program =>
  judgedFetch((call) => risky(`\`${whoOf(call)}\` ${does}.`))

function judgedFetch(judge: (call: Call) => Finding): Program {
  return (call) => {
    call.judging.note(judge(call))
    return [FETCHED]
  }
}

const scp: Program = (call) => {
  const { operands } = readOptions(call.args, {
    valued: ['-P', '-i', '-F', '-o', '-c', '-l', '-S'],
  })
  call.judging.note(risky(`\`${whoOf(call)}\` copies files to or from another machine.`))
  const isRemote = ({ text }: Field) => /^[^/]+:/u.test(text)
  const target = operands.at(-1)
  noteSent(
    call,
    operands
      .slice(0, -1)
      .filter((one) => !isRemote(one))
      .map(({ text }) => text),
  )
  if (target && !isRemote(target)) writeAll(call, [target])
  return UNREADABLE
}

/** Opens a connection; with `-e` and its like it gives a shell to whoever is at the other end. */
const netcat: Program = (call) => {
  const words = call.args.map(({ text }) => text)
  const givesShell = words.some((word) => /^-\w*[ec]$|exec:|system:|--(?:sh-)?exec/iu.test(word))
  call.judging.note(
    givesShell
      ? dangerous(`\`${whoOf(call)}\` gives a shell to another machine.`)
      : unknown(`\`${whoOf(call)}\` opens a connection.`),
  )
  return [FETCHED]
}

/** Programs that reach other machines, and those that work with a person's keys and screen. */
export const network: Programs = {
  curl,
  wget,
  ...named(
    ['http', 'https', 'xh', 'aria2c', 'lynx', 'links', 'w3m', 'fetch'],
    fetching('talks to the network'),
  ),
  ...named(
    ['ping', 'dig', 'nslookup', 'host', 'traceroute', 'whois', 'ip', 'ifconfig', 'ss', 'netstat'],
    judged((call) => risky(`\`${whoOf(call)}\` asks the network.`)),
  ),
  ...named(['scp', 'sftp', 'ftp', 'lftp', 'rclone'], scp),
  ...named(['nc', 'ncat', 'netcat', 'socat', 'telnet'], netcat),
  ...named(
    ['ssh-keygen', 'ssh-add', 'ssh-copy-id', 'gpg', 'pass', 'op', 'keyring', 'secret-tool'],
    judged((call) => dangerous(`\`${whoOf(call)}\` works on your keys.`)),
  ),
  ...named(
    [
      'open',
      'xdg-open',
      'start',
      'code',
      'subl',
      'screen',
      'tmux',
      'notify-send',
      'say',
      'pbcopy',
      'pbpaste',
      'xclip',
      'xsel',
    ],
    judged((call) => unknown(`\`${whoOf(call)}\` opens another program.`)),
  ),
}
