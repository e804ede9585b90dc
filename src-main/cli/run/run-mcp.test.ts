import { expect, test } from 'vitest'
import { type CliInProject, openCliInProject } from '../../../test/support/cli-in-project.ts'
import { scripted } from '../../../test/support/mcp-bench.ts'
import { oddServer } from '../../../test/support/mcp-oddities/mcp-oddities.ts'
import {
  type ModelRequest,
  type Reply,
  startModelServer,
} from '../../../test/support/model-server.ts'

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

// CVE-2025-54136 ("MCPoison", Cursor): a server that was trusted once stayed trusted with other files.
test('a run says that a server waits for trust since files changed, and names them', async () => {
  await using server = await startModelServer(() => ({ text: 'Done.' }))
  using cli = openCliInProject()
  writeServers(cli, { one: scripted() })
  cli.write('project/lib/notes.js', 'before')
  const trusted = await run(cli, server.url, '--trust')
  expect(trusted.out).not.toContain('runs without')
  cli.write('project/lib/notes.js', 'after')
  cli.write('project/lib/added.js', '')
  const changed = '2 files have changed since you trusted it: lib/added.js and lib/notes.js'
  const asked = await run(cli, server.url)
  // A line is wrapped to the width of a terminal.
  expect(asked.out.replaceAll(/\s+/gu, ' ')).toContain(
    `runs without MCP server one (not trusted: ${changed}); see orrery trust`,
  )
  const listed = await cli.orrery(['trust', '--project', cli.project])
  expect(listed.out).toMatch(/^not yet/u)
  expect(listed.out).toContain(`${changed}.`)
  const again = await run(cli, server.url, '--trust')
  expect(again.out).not.toContain('runs without')
}, 120_000)

test('a run names entries of .mcp.json that are invalid, and a file that isn’t JSON', async () => {
  await using server = await startModelServer(() => ({ text: 'Done.' }))
  using cli = openCliInProject()
  cli.write('project/.mcp.json', JSON.stringify({ mcpServers: { bad: {} } }))
  cli.write('project/.orrery/mcp.json', '{"mcpServers": ')
  expect((await run(cli, server.url)).out).toMatch(
    /runs without MCP servers .*\.orrery\/mcp\.json \(invalid: .*bad \(invalid: .*Name a program to start/,
  )
}, 60_000)

/** Calls both tools of the server, whichever are offered. */
function callBoth({ messages, tools }: ModelRequest): Reply {
  if (messages.at(-1)?.role === 'tool') return { text: 'Done.' }
  const names = ['mcp__one-project__echo', 'mcp__one-project__env']
  const calls = names.filter((name) => tools.includes(name)).map((name) => ({ name, args: {} }))
  return { calls }
}

test('--allow-tool lets one run call a tool or a server’s tools without asking', async () => {
  await using server = await startModelServer(callBoth)
  using cli = openCliInProject()
  writeServers(cli, { one: scripted() })
  const outcomes = async (...args: readonly string[]) => {
    const { out } = await run(cli, server.url, '--json', '--trust', ...args)
    const events = out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
    return events.flatMap(({ kind, data }) => (kind === 'tool.ended' ? [data.outcome] : []))
  }
  expect(await outcomes('--allow-tool', 'mcp:one')).toEqual(['ok', 'ok'])
  expect((await outcomes('--allow-tool', 'mcp:one/echo')).toSorted()).toEqual(['denied', 'ok'])
  expect(await outcomes()).toEqual(['denied', 'denied'])
  const restricted = await outcomes('--allow-tool', 'mcp:one', '--profile', 'restricted')
  expect(restricted).toEqual([])
}, 90_000)

test('--allow-tool rejects anything that names no MCP server', async () => {
  using cli = openCliInProject()
  writeServers(cli, { one: scripted() })
  const wrong: (readonly [selector: string, sentence: string])[] = [
    ['run_command', '--allow-tool takes mcp:SERVER or mcp:SERVER/TOOL, not "run_command".'],
    ['mcp:', '--allow-tool takes mcp:SERVER or mcp:SERVER/TOOL, not "mcp:".'],
    ['mcp:two', '--allow-tool mcp:two names no MCP server of this project. Known servers: one.'],
  ]
  for (const [selector, sentence] of wrong) {
    const ran = await run(cli, 'http://127.0.0.1:9', '--allow-tool', selector)
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining(sentence) })
  }
  expect((await cli.orrery(['sessions', '--json'])).out.trim()).toBe('[]')
}, 60_000)
