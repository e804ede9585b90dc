import { expect, test } from 'vitest'
import { type CliInProject, openCliInProject } from '../../test/support/cli-in-project.ts'
import { oddServer } from '../../test/support/mcp-oddities/mcp-oddities.ts'
import { startModelServer } from '../../test/support/model-server.ts'
import { scripted } from '../core/integrations/mcp/testing.ts'

function writeServers(cli: CliInProject, mcpServers: Readonly<Record<string, object>>): void {
  cli.write('project/.mcp.json', JSON.stringify({ mcpServers }))
}

function run(cli: CliInProject, url: string, ...args: readonly string[]) {
  const model = ['--model', 'compatible:scripted', '--base-url', url]
  return cli.orrery(['run', '--project', cli.project, ...model, ...args, 'go'])
}

test('a run says in one line which MCP servers it goes without, and why', async () => {
  await using server = await startModelServer(() => ({ text: 'Done.' }))
  using cli = openCliInProject()
  writeServers(cli, { one: scripted(), odd: oddServer('initialize: an exit') })
  const before = await run(cli, server.url)
  expect(before.out).toMatch(
    /runs without MCP servers one \(not trusted\), odd \(not trusted\); see orrery trust\n/,
  )
  expect(server.requests[0]?.tools.filter((name) => name.startsWith('mcp__'))).toEqual([])
  const trusted = await run(cli, server.url, '--trust')
  expect(trusted.out).toMatch(
    /runs without MCP server odd \(failed: It ended with exit code 3\. It said: odd server ends\)\n/,
  )
  expect(server.requests[1]?.tools).toContain('mcp__one-project__echo')
}, 60_000)
