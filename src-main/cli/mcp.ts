import { resolve } from 'node:path'
import type { McpList, McpServer } from '#shared/contract/mcp.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs, readChoice } from './command.ts'
import { EXIT, wrongUsage } from './exit.ts'
import { formatCount, toLine, toPrintable } from './format.ts'
import { openClient } from './open-client.ts'

const options = { project: { type: 'string' }, json: { type: 'boolean' } } as const

export const command: Command = {
  usage: `orrery mcp list [--project DIR] [--json]
  orrery mcp tools [SERVER] [--project DIR] [--json]
  orrery mcp restart SERVER [--project DIR]

  The MCP servers whose tools agents have: your own, from the settings, and those that .mcp.json and
  .orrery/mcp.json of the project name, once they are trusted. They are started to be asked.
  To add one of your own: Settings › MCP servers, in the window.

  --project DIR          The project it is about (here: the current folder)
  --json                 The servers as JSON`,
  run: async (args) => {
    const positionals = { min: 0, max: 2, what: 'list, tools or restart' }
    const { values, positionals: words } = readArgs(args, { name: 'mcp', options, positionals })
    const [asked = 'list', name] = words
    const doing = readChoice('orrery mcp', asked, ['list', 'tools', 'restart'])
    if (doing === 'list' && name !== undefined) {
      throw wrongUsage(`"${name}" is one argument too many. See: orrery help mcp`)
    }
    await using opened = await openClient(findDataFolder(values['data-dir'], process.env), 'mcp')
    const { client } = opened
    const { projectId } = await client['projects.open']({ path: resolve(values.project ?? '.') })
    if (doing === 'restart') {
      if (name === undefined) throw wrongUsage('Say which server. See: orrery help mcp')
      await client['mcp.restart']({ projectId, name })
    }
    const list = await client['mcp.list']({ projectId, isSettled: true })
    const servers = name === undefined ? list.servers : [find(list, name)]
    const text = doing === 'tools' ? toTools(servers) : toText({ ...list, servers })
    console.log(values.json ? JSON.stringify({ ...list, servers }) : toPrintable(text))
    return EXIT.ok
  },
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

const NONE = `There are no MCP servers here. Add one of your own in the window, under Settings › MCP servers,
or name it in .mcp.json of the project, and trust it: orrery trust`

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
    tools.flatMap(({ name, description }) => [name, `    ${toLine(description, WIDTH)}`.trimEnd()]),
  )
  return lines.length > 0 ? lines.join('\n') : 'There are no tools of MCP servers.'
}
