import { resolve } from 'node:path'
import type { HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { McpList, McpServer } from '#shared/contract/procedures/mcp.ts'
import { formatClaim } from '#shared/mcp/mcp-claims.ts'
import { type McpEntry, secretsIn } from '#shared/mcp/mcp-entry.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand, readChoice } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatCount, formatJson, toLine, toPrintable } from '../command-line/format-output.ts'
import { readSecrets } from '../command-line/read-input.ts'
import { openClient } from '../host-client/open-client.ts'
import { type AddFlags, addOptions, readEntry, readJsonEntry, readServerName } from './mcp-add.ts'

const verbs = ['list', 'tools', 'restart', 'add', 'add-json', 'remove'] as const

export const command = defineCommand({
  name: 'mcp',
  usage: [
    'orrery mcp list [--project DIR] [--json]',
    'orrery mcp tools [SERVER] [--project DIR] [--json]',
    'orrery mcp restart SERVER [--project DIR]',
    'orrery mcp add NAME [--env K=V] [--secret K] -- COMMAND [ARGUMENT...]',
    'orrery mcp add NAME --url URL [--transport http|sse] [--header H=V] [--secret K]',
    'orrery mcp add-json NAME JSON',
    'orrery mcp remove NAME',
  ],
  about: `The MCP servers whose tools agents have: your own, from the settings, and those that .mcp.json and
.orrery/mcp.json of the project name, once they are trusted. They are started to be asked.
add and remove change your own servers, which every project has.`,
  table: {
    project: {
      type: 'string',
      value: 'DIR',
      help: 'The project it is about (here: the current folder)',
    },
    json: { type: 'boolean', help: 'The servers as JSON' },
    ...addOptions,
    JSON: { help: `An entry as .mcp.json has it: '{"command": "npx", "args": ["-y", "x"]}'` },
  },
  positionals: { min: 0, max: 1000, what: 'list, tools or restart' },
  run: async ({ values, positionals: words }) => {
    const [asked = 'list', ...rest] = words
    const verb = readChoice('orrery mcp', asked, verbs) ?? 'list'
    checkWords(verb, rest, values)
    const change = readChange(verb, rest, values)
    await using opened = await openClient(findDataFolder(values['data-dir'], process.env), 'mcp')
    const { client } = opened
    if (change) return await apply(client, change)
    const { projectId } = await client['projects.open']({ path: resolve(values.project ?? '.') })
    const [name] = rest
    if (verb === 'restart') {
      if (name === undefined) throw wrongUsage('Say which server. See: orrery help mcp')
      await client['mcp.restart']({ projectId, name })
    }
    const list = await client['mcp.list']({ projectId, isSettled: true })
    const servers = name === undefined ? list.servers : [find(list, name)]
    const text = verb === 'tools' ? toTools(servers) : toText({ ...list, servers })
    console.log(values.json ? formatJson({ ...list, servers }) : toPrintable(text))
    return EXIT.ok
  },
})

type Verb = (typeof verbs)[number]

/** The most words that a verb takes. A verb that isn't listed takes any number. */
const maxWords: Readonly<Partial<Record<Verb, number>>> = {
  list: 0,
  tools: 1,
  restart: 1,
  'add-json': 2,
  remove: 1,
}

function checkWords(verb: Verb, words: readonly string[], flags: AddFlags): void {
  const extra = words[maxWords[verb] ?? words.length]
  if (extra !== undefined) {
    throw wrongUsage(`"${extra}" is one argument too many. See: orrery help mcp`)
  }
  if (verb === 'add') return
  const { env, header, url, transport, secret } = flags
  const given = { env, header, url, transport, ...(verb !== 'add-json' && { secret }) }
  const wrong = Object.entries(given).find(([, value]) => value !== undefined)?.[0]
  if (wrong !== undefined) throw wrongUsage(`--${wrong} goes with orrery mcp add.`)
}

/** A change to a person's own servers. */
type McpChange =
  | { readonly type: 'remove'; readonly name: string }
  | {
      readonly type: 'add'
      readonly name: string
      readonly entry: McpEntry
      readonly secret: readonly string[]
    }

function readChange(
  verb: Verb,
  [written, ...rest]: readonly string[],
  flags: AddFlags,
): McpChange | undefined {
  if (verb === 'remove') return { type: 'remove', name: readServerName(written) }
  if (verb !== 'add' && verb !== 'add-json') return undefined
  const name = readServerName(written)
  const entry = verb === 'add' ? readEntry(flags, rest) : readJsonEntry(rest[0], flags)
  return { type: 'add', name, entry, secret: flags.secret ?? [] }
}

async function apply(client: Client<HostContract>, change: McpChange): Promise<number> {
  const { name } = change
  if (change.type === 'remove') {
    await client['mcp.remove']({ name })
    console.log(toPrintable(`Removed the MCP server ${name}.`))
    return EXIT.ok
  }
  const { mcp } = await client['settings.read']({})
  if (Object.hasOwn(mcp.servers, name)) {
    throw wrongUsage(`You already have an MCP server ${name}. Remove it: orrery mcp remove ${name}`)
  }
  const secrets = await readSecrets(change.secret)
  await client['mcp.save']({ name, entry: change.entry, secrets })
  const missing = secretsIn(change.entry).filter((each) => !change.secret.includes(each))
  const need = missing.length > 0 ? ` It needs --secret ${missing.join(' --secret ')}.` : ''
  console.log(toPrintable(`Added the MCP server ${name}.${need} Check it: orrery mcp list`))
  return EXIT.ok
}

function find({ servers }: McpList, name: string): McpServer {
  const server = servers.find((one) => one.name === name)
  if (server) return server
  const names = servers.map((one) => one.name).join(', ')
  const others = names ? `Here are ${names}.` : 'There are none here.'
  throw wrongUsage(`There is no MCP server "${name}". ${others} See: orrery mcp list`)
}

const STATES: Readonly<Record<McpServer['state'], string>> = {
  off: 'off',
  untrusted: 'not trusted',
  idle: 'idle',
  connecting: 'connecting',
  ready: 'ready',
  failed: 'failed',
  'sign-in': 'sign in',
}

const NONE = `There are no MCP servers here. Add one of your own with orrery mcp add or in the window, under
Settings › MCP servers, or name it in .mcp.json of the project, and trust it: orrery trust`

const STATE = 13
const NAME = 22
const INDENT = ' '.repeat(STATE)

function toText({ servers, malformed }: McpList): string {
  const lines = [
    ...servers.flatMap(toLines),
    ...malformed.flatMap(({ file, error }) => [`${'!'.padEnd(STATE)}${file}`, `${INDENT}${error}`]),
  ]
  return lines.length > 0 ? lines.join('\n') : NONE
}

function toLines(server: McpServer): readonly string[] {
  const { name, state, words, source, file, error, tools, leftOut } = server
  const count = formatCount(tools.length, 'tool')
  const head = `${STATES[state].padEnd(STATE)}${name.padEnd(NAME)}${state === 'ready' ? count : ''}`
  const next =
    state === 'untrusted'
      ? 'Look at it with: orrery trust'
      : state === 'sign-in'
        ? 'Sign in to it in the window, under Settings › MCP servers.'
        : undefined
  return [
    head.trimEnd(),
    `${INDENT}${words}`,
    `${INDENT}from ${source === 'own' ? 'your settings' : file}`,
    ...[error, next].flatMap((said) => (said === undefined ? [] : [`${INDENT}${said}`])),
    ...leftOut.map(({ tool, reason }) => `${INDENT}${formatLeftOut(tool)}: ${reason}`),
  ]
}

function formatLeftOut(tool: string | undefined): string {
  return tool === undefined ? 'List of tools' : `Left out ${tool}`
}

const WIDTH = 100

function toTools(servers: readonly McpServer[]): string {
  const lines = servers.flatMap(({ tools }) =>
    tools.flatMap(({ name, description, claims }) => [
      name,
      `    ${toLine(description, WIDTH)}`.trimEnd(),
      ...claims.map((claim) => `    The server says: ${formatClaim(claim)}`),
    ]),
  )
  return lines.length > 0 ? lines.join('\n') : 'There are no tools of MCP servers.'
}
