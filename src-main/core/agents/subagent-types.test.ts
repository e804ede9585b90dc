import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toolNamed } from '../tools/index.ts'
import { loadSubagentTypes, parseSubagentType } from './subagent-types.ts'

const bundled = join(import.meta.dirname, '../../../resources/agents')

test('the bundled definitions load, and name tools that there are', async () => {
  const types = await loadSubagentTypes(bundled)
  expect(types.map(({ name }) => name)).toEqual(['code-analyzer', 'general-purpose'])
  const granted = types.flatMap(({ grants = [] }) => grants.map(({ name }) => name))
  expect(granted.filter((name) => toolNamed(name).title({}) === name)).toEqual([])
  const analyzer = types[0]?.grants?.find(({ name }) => name === 'write_file')
  expect(analyzer).toEqual({ name: 'write_file', under: '/docs/' })
})

test('what is not a definition is named, with what is wrong', () => {
  const parse = (text: string) => () => parseSubagentType(text, 'x.md')
  expect(parse('Just text.')).toThrow('x.md does not define a subagent. It has no front matter')
  expect(parse('---\nname: x\n---\nPrompt')).toThrow('description')
  expect(parse('---\nname: X Y\ndescription: d\n---\nPrompt')).toThrow('small letters')
  expect(parse('---\nname: x\ndescription: d\n---\n \n')).toThrow('It has no prompt.')
  expect(parse('---\nname: [\n---\nPrompt')).toThrow('x.md')
  expect(parse('---\nname: x\ndescription: d\ntools: [rm -rf]\n---\nP')).toThrow('"rm -rf"')
})
