import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import type { DecidedContent } from '#shared/contract/procedures/changes.ts'
import { openForkedHost } from '../../../test/support/forked-host.ts'
import { calls, reads, scriptAgents } from '../../../test/support/scripted-agents.ts'

const path = '/workspace/a.txt'
const start = '// Größe\r\none\r\ntwo\r\nthree – four\r\n'
const both = start.replace('one', 'ONE – £').replace('three', 'TRE')
const encode = (text: string) => iconv.encode(text, 'Windows-1252')

const script = scriptAgents({
  go: [
    calls(reads(path), {
      name: 'edit_file',
      args: { file_path: path, old_string: 'one', new_string: 'ONE – £' },
    }),
    calls(reads(path), {
      name: 'edit_file',
      args: { file_path: path, old_string: 'three', new_string: 'TRE' },
    }),
  ],
})

test('the window reads, reviews and saves a file in its encoding, byte for byte', async () => {
  await using host = await openForkedHost({ files: { 'project/b.txt': 'b' }, script })
  const { client, sessionId, root } = host
  const file = join(root, 'a.txt')
  writeFileSync(file, encode(start))
  await host.prompt('go')
  expect(readFileSync(file)).toEqual(encode(both))
  const { files, changes } = await host.states()
  expect(files.touched[path]).toMatchObject({ added: 2, removed: 2 })

  const hash = files.touched[path]?.after?.hash
  const shown = { type: 'text', text: both, encoding: 'Windows-1252' }
  if (!hash) throw new Error('The file was not recorded.')
  expect(await client['files.content']({ sessionId, hash })).toEqual(shown)
  expect(await client['files.read']({ sessionId, path })).toMatchObject({ content: shown, hash })

  const reverted = start.replace('three', 'TRE')
  const content: DecidedContent = { type: 'text', text: reverted }
  const seq = changes.files[path]?.seq ?? 0
  const one = { hunks: 1, added: 1, removed: 1, left: 1 }
  const undo = await client['changes.revert']({ sessionId, path, seq, content, ...one })
  expect(readFileSync(file)).toEqual(encode(reverted))
  await client['changes.reopen']({ sessionId, path, seq: undo.seq })
  expect(readFileSync(file)).toEqual(encode(both))

  await client['files.save']({ sessionId, path, text: `${both}é\r\n`, base: hash })
  expect(readFileSync(file)).toEqual(encode(`${both}é\r\n`))
  const now = await client['files.read']({ sessionId, path })
  const save = { sessionId, path, base: now.hash ?? null }
  await expect(client['files.save']({ ...save, text: '世\n' })).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('“世” (U+4E16, line 1)'),
  })
  await expect(client['files.save']({ ...save, text: 'a\uD83D' })).rejects.toMatchObject({
    code: 'invalid-input',
  })
  expect(readFileSync(file)).toEqual(encode(`${both}é\r\n`))
})
