import { expect, test } from 'vitest'
import { MAX_TOOLS, nameTools } from './read-tools.ts'

const definition = { description: '', inputSchema: {}, claims: [] }
const tool = (name: string) => ({ ...definition, name, schema: {}, definition })

// https://github.com/github/copilot-cli/issues/2581
test('a tool keeps its name when its server lists another that looks like it', () => {
  const long = 'x'.repeat(80)
  const tools = ['a b', 'a_b', 'a.b', long, `${long.slice(0, 50)}`, '数据'].map(tool)
  const namesOf = (listed: typeof tools) =>
    new Map(nameTools([{ name: 's', key: 's', tools: listed }]).map((one) => [one.tool, one.name]))
  const all = namesOf(tools)
  expect(all.get('a_b')).toBe('mcp__s__a_b')
  expect(new Set(all.values()).size).toBe(tools.length)
  expect([...all.values()].filter((name) => !/^mcp__s__[\w-]{1,56}$/.test(name))).toEqual([])
  for (const one of tools) expect(namesOf([one]).get(one.name)).toBe(all.get(one.name))
})

test('no more tools are named than are told', () => {
  let read = 0
  const tools = Array.from({ length: 6000 }, (_, index) => ({
    ...{ name: `a${'.'.repeat(index)}`, schema: {}, claims: [], definition },
    get description() {
      read += 1
      return ''
    },
  }))
  expect(nameTools([{ name: 's', key: 's', tools }])).toHaveLength(MAX_TOOLS)
  expect(read).toBe(MAX_TOOLS)
})
