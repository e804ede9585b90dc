import { expect, test } from 'vitest'
import { MAX_TOOLS, nameTools } from './list-tools.ts'

const tool = (name: string) => ({ name, description: '', schema: {}, claims: [] })

test('tools that would be called alike are told apart behind their server’s name', () => {
  const long = 'x'.repeat(80)
  const tools = ['a', 'a.', 'a..', long, `${long.slice(0, 50)}`].map(tool)
  const names = nameTools([{ name: 's', key: 's', tools }]).map(({ name }) => name)
  expect(names.slice(0, 3)).toEqual(['mcp__s__a', 'mcp__s__a_2', 'mcp__s__a_3'])
  expect(names.filter((name) => !name.startsWith('mcp__s__') || name.length > 64)).toEqual([])
})

test('no more tools are named than are told', () => {
  let read = 0
  const tools = Array.from({ length: 6000 }, (_, index) => ({
    ...{ name: `a${'.'.repeat(index)}`, schema: {}, claims: [] },
    get description() {
      read += 1
      return ''
    },
  }))
  expect(nameTools([{ name: 's', key: 's', tools }])).toHaveLength(MAX_TOOLS)
  expect(read).toBe(MAX_TOOLS)
})
