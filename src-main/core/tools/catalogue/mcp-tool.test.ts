import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolNamed } from './index.ts'
import { meansMcpTool, splitMcpName, toMcpName, toProjectKey, toServerKey } from './mcp-tool.ts'

test('whatever servers and tools are called, a name is one that providers take', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (server, tool) => {
      const key = toServerKey(server)
      const name = toMcpName(key, tool)
      expect(name).toMatch(/^mcp__[\w-]{1,59}$/)
      expect(splitMcpName(name).server).toBe(key)
    }),
  )
})

test('long names that begin alike stay apart', () => {
  const long = 'x'.repeat(100)
  expect(toMcpName('one', `${long}a`)).not.toBe(toMcpName('one', `${long}b`))
  expect(toServerKey(`${long}a`)).not.toBe(toServerKey(`${long}b`))
})

test('no two tools of a server share a name, also where one is called as another is named', () => {
  const tools = ['a.b', 'a_b', 'a b', 'a-b', 'A_B', '数据', '文档', 'tool', '_a', 'a']
  const names = tools.map((tool) => toMcpName('s', tool))
  const imitations = names.map((name) => toMcpName('s', splitMcpName(name).tool))
  expect(new Set([...names, ...imitations]).size).toBe(tools.length + 5)
  expect(meansMcpTool('mcp__s__a_b', toMcpName('s', 'a.b'))).toBe(true)
  expect(meansMcpTool('mcp__s__a_c', toMcpName('s', 'a.b'))).toBe(false)
})

test('a call of one is named by its server, its tool and what it is about', () => {
  const { title, risk, effect } = toolNamed('mcp__git_hub__create_issue')
  expect([
    title({ options: {}, title: 'It  crashes\nat once' }),
    title({}),
    risk?.({}),
    effect,
  ]).toEqual([
    'git_hub: create_issue It crashes at once',
    'git_hub: create_issue',
    'Runs “create_issue” of the MCP server “git_hub”. Only the server knows what it does.',
    'execute',
  ])
})

test('no key of a server holds what stands between server and tool', () => {
  const key = toServerKey('abcdefghijklmnop qrstuvwxyz')
  expect(key).toMatch(/^abcdefghijklmnop_[\da-f]{6}$/)
  expect(splitMcpName(toMcpName(key, 'x'))).toEqual({ server: key, tool: 'x' })
})

test('what a server is called in names depends on its own name and whose it is, and is no other’s', () => {
  const names = [
    'my server',
    'my.server',
    'my_server',
    'my__server',
    'my_server-project',
    '…',
    'server',
  ]
  const keys = [...names.map(toServerKey), ...names.map(toProjectKey)]
  expect(toServerKey('my_server')).toBe('my_server')
  expect(new Set(keys).size).toBe(keys.length)
  const named = names.map((name) => toServerKey(toServerKey(name)))
  expect(new Set([...named, ...names.map(toServerKey)]).size).toBe(2 * names.length - 2)
})
