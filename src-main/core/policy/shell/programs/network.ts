import { keepContent } from '../file-access.ts'
import type { Call } from '../judging.ts'
import type { TargetKind } from '../targets.ts'
import { FETCHED, type Field, type Output, UNREADABLE } from '../values.ts'
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

function toPath(text: string): Field {
  return { text, isPattern: false }
}

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
  const files = paths.filter((path) => path !== '-').map(toPath)
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
  writeAll(call, files.map(toPath))
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
  writeAll(call, valuesOf(options, '-P', '--directory-prefix', '-o').map(toPath))
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

interface Words {
  readonly dangerous: RegExp
  readonly why: string
  readonly risk: string
}

/** Programs with subcommands, of which some destroy. */
function subcommands({ dangerous: pattern, why, risk }: Words): Program {
  return judged((call) => {
    const text = call.args.map(({ text: word }) => word).join(' ')
    return pattern.test(text)
      ? dangerous(`\`${whoOf(call)}\` ${why}.`)
      : risky(`\`${whoOf(call)}\` ${risk}.`)
  })
}

const containers: Program = (call) => {
  const words = call.args.map(({ text }) => text)
  const text = words.join(' ')
  const reachesOut =
    /--privileged|--pid[= ]host|docker\.sock|(?:-v|--volume)[= ]?\/(?:etc|root|home|usr|var)?\/?:|source=\/,/u
  const destroys =
    /\b(?:prune|rmi .*-f|volume rm|volume prune|swarm leave|push)\b|\b(?:down|rm)\b.* (?:-v|--volumes)\b/u
  call.judging.note(risky(`\`${whoOf(call)}\` works with containers, which can do anything.`))
  if (reachesOut.test(text))
    call.judging.note(dangerous(`\`${whoOf(call)}\` gives a container hold of this machine.`))
  if (destroys.test(text))
    call.judging.note(
      dangerous(`\`${whoOf(call)}\` deletes containers, images or their data, or publishes them.`),
    )
  noteInner(call, words)
  return UNREADABLE
}

/** What runs in a container sees the machine where a folder of it is mounted. */
function noteInner(call: Call, words: readonly string[]): void {
  const start = words.findIndex((word) => /^(?:ba|da|z|a)?sh$/u.test(word))
  if (start !== -1) {
    const { judging, args, scope, input } = call
    judging.suspect(() => judging.call(args.slice(start), scope.copy(), input))
  }
}

const SQL =
  /\b(?:drop\s+(?:database|schema|table|user|role)|truncate\s+(?:table\s+)?\w|delete\s+from\s+[\w."`]+\s*(?:;|$|["'])|flushall|flushdb|dropdatabase|\.drop\s*\()/iu

const database: Program = (call) => {
  const given = [...call.args.map(({ text }) => text), ...(call.input ?? [])]
  const isDropping = given.some((text) => SQL.test(text)) || /^dropdb|^dropuser/u.test(call.name)
  const isEscaping = given.some((text) => /\\!|^\.(?:shell|system)|^system\b/mu.test(text))
  if (isEscaping)
    call.judging.note(unknown(`\`${whoOf(call)}\` runs a command from the database’s shell.`))
  call.judging.note(
    isDropping
      ? dangerous(`\`${whoOf(call)}\` deletes data from a database.`)
      : risky(`\`${whoOf(call)}\` works on a database.`),
  )
  return UNREADABLE
}

const DATABASES = [
  ...['psql', 'mysql', 'mariadb', 'sqlite3', 'redis-cli', 'mongo', 'mongosh', 'dropdb', 'dropuser'],
  ...['mysqladmin', 'cqlsh', 'clickhouse-client', 'duckdb', 'pg_restore', 'createdb', 'pg_dump'],
]

const CLOUD: Words = {
  dangerous:
    /\b(?:delete\S*|destroy|terminate\S*|rm|rb|uninstall|drain|purge|remove-\S+|apply -auto-approve|scale \S+ --replicas=0)\b|--delete\b/u,
  why: 'deletes or changes what runs elsewhere',
  risk: 'works with what runs elsewhere',
}

const HUB: Words = {
  dangerous:
    /\b(?:delete|archive|transfer|secret|ssh-key|gpg-key|auth token|rename)\b|-X\s*(?:DELETE|PUT)/u,
  why: 'changes or deletes what is on the server',
  risk: 'works with what is on the server',
}

const REGISTRY: Words = {
  dangerous: /^(?:upload|push|register)\b/u,
  why: 'publishes to a public registry',
  risk: 'works with a public registry',
}

/** Programs that reach other machines, and data that is not in files. */
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
    ['docker', 'podman', 'nerdctl', 'docker-compose', 'buildah', 'lima', 'colima'],
    containers,
  ),
  ...named(DATABASES, database),
  ...named(
    [
      'kubectl',
      'helm',
      'terraform',
      'tofu',
      'pulumi',
      'aws',
      'gcloud',
      'az',
      'gsutil',
      'doctl',
      'fly',
      'flyctl',
      'heroku',
      'vercel',
      'netlify',
      'wrangler',
      'ansible',
      'ansible-playbook',
      's3cmd',
      'eksctl',
      'vagrant',
      'mc',
    ],
    subcommands(CLOUD),
  ),
  ...named(['gh', 'glab', 'hub'], subcommands(HUB)),
  ...named(['twine', 'cargo-publish'], subcommands(REGISTRY)),
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
