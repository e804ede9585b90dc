import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createToolBench } from '../../../../../test/support/tool-bench.ts'

const path = '/workspace/a.txt'

it('refuses a character that the encoding of a file lacks, and converts the file when asked to', async () => {
  await using tools = await createToolBench()
  const file = join(tools.bench.root, 'a.txt')
  const before = Buffer.from('Größe\r\nMünchen\r\n', 'latin1')
  writeFileSync(file, before)
  const content = 'Größe\nMünchen 世界\n'
  for (const [name, args] of [
    ['write_file', { content }],
    ['edit_file', { old_string: 'München', new_string: 'München 世界' }],
  ] as const) {
    await expect(tools.call(name, { file_path: path, ...args })).rejects.toThrow(
      `“世” (U+4E16, line 2) can't be written to ${path}, whose encoding is Windows-1252.`,
    )
  }
  const edits = [{ file_path: path, content }]
  await expect(tools.call('compose_files', { edits })).rejects.toThrow("can't be written")
  expect(readFileSync(file)).toEqual(before)
  await tools.call('write_file', { file_path: path, content, encoding: 'utf-8' })
  expect(readFileSync(file, 'utf8')).toBe('Größe\r\nMünchen 世界\r\n')
  expect(tools.written.at(-1)).toMatchObject({ added: 2, removed: 2 })
  const unknown = { file_path: path, content, encoding: 'utf-9' }
  await expect(tools.call('write_file', unknown)).rejects.toThrow('There is no encoding “utf-9”.')
})

it('refuses half of a character wherever text is written', async () => {
  await using tools = await createToolBench({ 'a.txt': 'one\n' })
  const half = 'a\uD83D\n'
  const edits = [{ file_path: path, content: half }]
  for (const [name, args] of [
    ['write_file', { file_path: path, content: half }],
    ['write_file', { file_path: '/docs/a.md', content: half }],
    ['edit_file', { file_path: path, old_string: 'one', new_string: half }],
    ['compose_files', { edits }],
    ['move_file', { from: path, to: `/workspace/${half}` }],
  ] as const) {
    await expect(tools.call(name, args), name).rejects.toThrow('half of a character')
  }
  expect(readFileSync(join(tools.bench.root, 'a.txt'), 'utf8')).toBe('one\n')
})

it('says that an edit of line ends alone changes nothing', async () => {
  await using tools = await createToolBench({ 'a.txt': 'one\ntwo\n' })
  const edit = { file_path: path, old_string: 'one\ntwo', new_string: 'one\r\ntwo' }
  await expect(tools.call('edit_file', edit)).rejects.toThrow('differ in their line ends alone')
})
