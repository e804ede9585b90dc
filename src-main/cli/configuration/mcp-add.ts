import { tellIssue } from '#shared/format/describe-issue.ts'
import { parseJson } from '#shared/lib/json.ts'
import { McpEntry, McpName, secretsIn } from '#shared/mcp/mcp-entry.ts'
import { readChoice } from '../command-line/command.ts'
import { wrongUsage } from '../command-line/exit-codes.ts'

/** Options of `orrery mcp add` and `add-json`. */
export const addOptions = {
  env: {
    type: 'string',
    multiple: true,
    value: 'K=V',
    help: "A variable of the server's environment; may be given several times",
  },
  secret: {
    type: 'string',
    multiple: true,
    value: 'K',
    help: `A secret, kept with your keys. Its value is asked for, or read from standard input, one line each. A command gets it as the variable K; elsewhere write\n\${secret:K}, as in --header 'Authorization=Bearer \${secret:K}'`,
  },
  url: { type: 'string', value: 'URL', help: 'The address of a server that speaks HTTP' },
  transport: {
    type: 'string',
    value: 'http|sse',
    help: "How it speaks, if it doesn't say so itself",
  },
  header: {
    type: 'string',
    multiple: true,
    value: 'H=V',
    help: 'A header of every request; may be given several times',
  },
} as const

export interface AddFlags {
  readonly env?: readonly string[]
  readonly secret?: readonly string[]
  readonly header?: readonly string[]
  readonly url?: string
  readonly transport?: string
}

export function readServerName(name: string | undefined): string {
  if (name === undefined) throw wrongUsage('Name the server. See: orrery help mcp')
  const parsed = McpName.safeParse(name)
  if (parsed.success) return parsed.data
  throw wrongUsage(`"${name}" can't be a server's name. ${parsed.error.issues[0]?.message ?? ''}`)
}

/** The entry that the flags describe: a command of this machine, or an address. */
export function readEntry(flags: AddFlags, [command, ...args]: readonly string[]): McpEntry {
  const { url } = flags
  if ((command === undefined) === (url === undefined)) {
    throw wrongUsage('Give either a command after --, or --url URL. See: orrery help mcp')
  }
  const value = command === undefined ? readAddress(flags) : readProgram(flags, command, args)
  return toEntry(value, flags)
}

/** An entry as `.mcp.json` has it under a server's name. */
export function readJsonEntry(json: string | undefined, flags: AddFlags): McpEntry {
  const value = json === undefined ? undefined : parseJson(json)
  if (value !== undefined) return toEntry(value, flags)
  throw wrongUsage('Give an entry of .mcp.json, such as {"command": "npx", "args": ["-y", "x"]}.')
}

function toEntry(value: unknown, { secret = [] }: AddFlags): McpEntry {
  const parsed = McpEntry.safeParse(value, { error: tellIssue })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''
    throw wrongUsage(`The entry is invalid: ${where}${issue?.message ?? ''}`)
  }
  const used = secretsIn(parsed.data)
  const unused = secret.find((name) => !used.includes(name))
  if (unused === undefined) return parsed.data
  throw wrongUsage(
    `Nothing uses the secret ${unused}. Write ${toReference(unused)} where it belongs.`,
  )
}

function readProgram(flags: AddFlags, command: string, args: readonly string[]): object {
  const { env = [], secret = [], header, transport } = flags
  if (header) throw wrongUsage('--header goes with --url.')
  if (transport !== undefined) throw wrongUsage('--transport goes with --url.')
  const written = Object.fromEntries(env.map((text) => readPair('--env', text)))
  const used = [...args, ...Object.values(written)].join(' ')
  const unused = secret.filter((name) => !used.includes(toReference(name)))
  const secrets = Object.fromEntries(unused.map((name) => [name, toReference(name)]))
  return { command, args, env: { ...written, ...secrets } }
}

function readAddress({ url, transport, header = [], env }: AddFlags): object {
  if (env) throw wrongUsage('--env goes with a command.')
  const type = readChoice('--transport', transport, ['http', 'sse'])
  const headers = Object.fromEntries(header.map((text) => readPair('--header', text)))
  return { ...(type && { type }), url, headers }
}

function toReference(secret: string): string {
  return `\${secret:${secret}}`
}

/** Headers may be written as `Name: value`, too. */
function readPair(flag: '--env' | '--header', text: string): readonly [string, string] {
  const ends = [text.indexOf('='), flag === '--header' ? text.indexOf(':') : -1]
  const end = Math.min(...ends.filter((at) => at >= 0))
  const name = text.slice(0, end).trim()
  if (!Number.isFinite(end) || name === '' || name.includes(' ')) {
    throw wrongUsage(`${flag} takes NAME=VALUE, not "${text}".`)
  }
  const value = text.slice(end + 1)
  return [name, flag === '--header' ? value.trim() : value]
}
