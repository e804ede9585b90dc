import type { Call } from '../judging.ts'
import { UNREADABLE } from '../values.ts'
import { dangerous, risky, unknown } from '../verdict.ts'
import { judged, named, type Program, type Programs, whoOf } from './define.ts'

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
  call.judging.note(risky(`\`${whoOf(call)}\` works with containers, which can do anything.`))
  if (reachesOut.test(text))
    call.judging.note(dangerous(`\`${whoOf(call)}\` gives a container hold of this machine.`))
  if (deletesContainers(text))
    call.judging.note(
      dangerous(`\`${whoOf(call)}\` deletes containers, images or their data, or publishes them.`),
    )
  noteInner(call, words)
  return UNREADABLE
}

const DELETING_CONTAINERS = /\b(?:prune|volume rm|swarm leave|push)\b/u

function deletesContainers(text: string): boolean {
  return (
    DELETING_CONTAINERS.test(text) ||
    text
      .split('\n')
      .some(
        (line) =>
          isFollowed(line, /\brmi /u, /-f\b/u) ||
          isFollowed(line, /\b(?:down|rm)\b/u, / (?:-v|--volumes)\b/u),
      )
  )
}

/** Checks only after the first match, because that includes everything after later ones. */
function isFollowed(line: string, first: RegExp, then: RegExp): boolean {
  const found = first.exec(line)
  return found !== null && then.test(line.slice(found.index + found[0].length))
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

/** Programs that work on what runs elsewhere: containers, databases, clouds, registries. */
export const services: Programs = {
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
}
