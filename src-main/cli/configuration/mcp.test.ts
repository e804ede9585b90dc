import { expect, test } from 'vitest'
import type { McpList } from '#shared/contract/procedures/mcp.ts'
import { openCliInProject } from '../../../test/support/cli-in-project.ts'
import { everything } from '../../../test/support/mcp-bench.ts'
import { oddServer } from '../../../test/support/mcp-oddities/mcp-oddities.ts'

const servers = {
  all: { command: process.execPath, args: [everything] },
  gone: { command: 'no-such-program-anywhere' },
}

test('servers are listed with how they are, and their tools once they are trusted', async () => {
  using cli = openCliInProject()
  const at = ['--project', cli.project]
  expect((await cli.orrery(['mcp', 'list', ...at])).out).toMatch(
    /^There are no MCP servers here\. Add one [\s\S]*Settings › MCP servers/,
  )
  cli.write('project/.mcp.json', JSON.stringify({ mcpServers: servers }))
  const before = await cli.orrery(['mcp', 'list', ...at])
  expect(before.out).toMatch(/^not trusted {2}all\n.*\n.*from \.mcp\.json\n.*orrery trust/)
  await cli.orrery(['trust', 'all', ...at])
  const after = await cli.orrery(['mcp', ...at])
  expect(after.out).toMatch(/^ready {8}all {19}\d+ tools\n/)
  expect(after.out).toMatch(/failed {7}gone\n.*\n.*\n.*There is no program “no-such-program/)
  const tools = await cli.orrery(['mcp', 'tools', 'all', ...at])
  expect(tools.out).toContain('mcp__all-project__echo\n    Echoes back')
  const json = await cli.orrery(['mcp', 'list', '--json', ...at])
  const list: McpList = JSON.parse(json.out)
  expect(list.servers.map(({ name, state }) => [name, state])).toEqual([
    ['all', 'ready'],
    ['gone', 'failed'],
  ])
}, 60_000)

test('tools that were left out are listed with the reason', async () => {
  using cli = openCliInProject()
  const at = ['--project', cli.project]
  const odd = oddServer('tool: no input schema')
  cli.write('project/.mcp.json', JSON.stringify({ mcpServers: { odd } }))
  await cli.orrery(['trust', 'all', ...at])
  expect((await cli.orrery(['mcp', 'list', ...at])).out).toMatch(
    /^ready {8}odd {19}1 tool\n.*\n.*\n {13}Left out odd: It has no input schema\.\n$/,
  )
}, 60_000)

test('what makes no sense is said in one sentence, with exit code 2', async () => {
  using cli = openCliInProject()
  const wrong: (readonly [args: readonly string[], sentence: string])[] = [
    [['maybe'], 'takes list, tools, restart, add, add-json or remove, not "maybe"'],
    [['list', 'one'], '"one" is one argument too many.'],
    [['restart'], 'Say which server.'],
    [['tools', 'one'], 'There is no MCP server "one".'],
  ]
  for (const [args, sentence] of wrong) {
    const ran = await cli.orrery(['mcp', ...args, '--project', cli.project])
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) })
  }
}, 60_000)
