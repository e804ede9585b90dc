import { spawn } from 'node-pty'
import { expect, test } from 'vitest'
import type { McpList } from '#shared/contract/procedures/mcp.ts'
import { type CliInProject, openCliInProject } from '../../../test/support/cli-in-project.ts'
import { openCliProcesses } from '../../../test/support/cli-processes.ts'
import { bareEnvironment, cliProgram } from '../../../test/support/cli-program.ts'
import { scripted } from '../../../test/support/mcp-bench.ts'

const { command, args } = scripted()

async function entriesOf(cli: CliInProject) {
  const { out } = await cli.orrery(['mcp', 'list', '--json', '--project', cli.project])
  const { servers }: McpList = JSON.parse(out)
  return servers.map(({ name, state, entry }) => ({ name, state, entry }))
}

test('mcp add starts a command with its variables and secrets; mcp remove forgets both', async () => {
  using cli = openCliInProject()
  const add = ['mcp', 'add', 'one', '--env', 'PLAIN=a=b', '--secret', 'KEY']
  const added = await cli.orrery([...add, '--', command, ...args, '--json'], 'the value\n')
  expect(added).toMatchObject({
    code: 0,
    out: 'Added the MCP server one. Check it: orrery mcp list\n',
  })
  expect(await entriesOf(cli)).toEqual([
    {
      name: 'one',
      state: 'ready',
      entry: {
        command,
        args: [...args, '--json'],
        env: { PLAIN: 'a=b', KEY: `\${secret:KEY}` },
        headers: {},
      },
    },
  ])
  const settings = await cli.orrery(['settings', '--json'])
  expect(settings.out).not.toContain('the value')
  const again = await cli.orrery([...add, '--', command], 'another')
  expect(again).toMatchObject({
    code: 2,
    err: expect.stringContaining('You already have an MCP server one.'),
  })
  expect((await cli.orrery(['mcp', 'remove', 'one'])).out).toBe('Removed the MCP server one.\n')
  expect(await entriesOf(cli)).toEqual([])
}, 60_000)

test('mcp add keeps an address with its headers, and add-json an entry of .mcp.json', async () => {
  using cli = openCliInProject()
  const url = 'http://127.0.0.1:9/mcp'
  const flags = [
    '--url',
    url,
    '--transport',
    'sse',
    '--header',
    `Authorization: Bearer \${secret:T}`,
  ]
  await cli.orrery(['mcp', 'add', 'web', ...flags, '--header', 'X-A=b:c', '--secret', 'T'], 'token')
  const json = JSON.stringify({ command, args, env: { TOKEN: `\${secret:A} \${secret:B}` } })
  const lines = await cli.orrery(
    ['mcp', 'add-json', 'two', json, '--secret', 'A', '--secret', 'B'],
    'first\nsecond\n',
  )
  expect(lines.out).toContain('Added the MCP server two.')
  expect(await entriesOf(cli)).toMatchObject([
    { name: 'two', state: 'ready', entry: JSON.parse(json) },
    {
      name: 'web',
      state: 'failed',
      entry: {
        type: 'sse',
        url,
        headers: { Authorization: `Bearer \${secret:T}`, 'X-A': 'b:c' },
      },
    },
  ])
}, 60_000)

test('mcp add rejects flags that don’t belong together, and values that are missing', async () => {
  using cli = openCliInProject()
  const url = ['--url', 'http://127.0.0.1:9/mcp']
  const wrong: (readonly [args: readonly string[], sentence: string])[] = [
    [['add'], 'Name the server.'],
    [['add', '../x', '--', 'y'], "can't be a server's name."],
    [['add', 'x'], 'Give either a command after --, or --url URL.'],
    [['add', 'x', ...url, '--', 'y'], 'Give either a command after --, or --url URL.'],
    [['add', 'x', '--header', 'A=b', '--', 'y'], '--header goes with --url.'],
    [['add', 'x', '--transport', 'sse', '--', 'y'], '--transport goes with --url.'],
    [['add', 'x', ...url, '--transport', 'stdio'], '--transport takes http or sse, not "stdio".'],
    [['add', 'x', ...url, '--env', 'A=b'], '--env goes with a command.'],
    [['add', 'x', ...url, '--secret', 'T'], 'Nothing uses the secret T.'],
    [['add', 'x', '--env', 'A', '--', 'y'], '--env takes NAME=VALUE, not "A".'],
    [['add', 'x', '--url', 'ftp://a'], 'Give an http address.'],
    [['add', 'x', '--secret', 'T', '--', 'y'], 'There is no value for --secret T.'],
    [['add-json', 'x'], 'Give an entry of .mcp.json'],
    [['add-json', 'x', '{'], 'Give an entry of .mcp.json'],
    [['add-json', 'x', '{}'], 'The entry is invalid: Name a program to start, or an address.'],
    [['remove'], 'Name the server.'],
    [['list', '--url', 'x'], '--url goes with orrery mcp add.'],
  ]
  for (const [words, sentence] of wrong) {
    const ran = await cli.orrery(['mcp', ...words])
    expect({ words, ...ran }).toMatchObject({ code: 2, err: expect.stringContaining(sentence) })
  }
  const gone = await cli.orrery(['mcp', 'remove', 'x'])
  expect(gone).toMatchObject({ code: 2, err: expect.stringContaining('You have no MCP server') })
}, 90_000)

test.skipIf(process.platform === 'win32')(
  'mcp add asks for a secret at a terminal, and never shows it',
  async () => {
    await using cli = openCliProcesses()
    const env = { ...bareEnvironment(), ORRERY_DATA_DIR: cli.dataDir }
    const words = ['mcp', 'add', 'one', '--secret', 'KEY', '--', command, ...args]
    const child = spawn(process.execPath, [cliProgram, ...words], { env, cols: 200 })
    let out = ''
    child.onData((text) => (out += text))
    const ended = new Promise((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)))
    await expect.poll(() => out, { timeout: 60_000 }).toContain('Value of KEY: ')
    child.write('typed value\r')
    expect(await ended).toBe(0)
    expect(out).toContain('Added the MCP server one.')
    expect(out).not.toContain('typed')
  },
  90_000,
)
