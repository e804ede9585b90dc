import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '#shared/lib/app-error.ts'
import { temporaryFolder } from '../../../test/support/store-fixture.ts'
import { editText } from './edit-text.ts'

afterEach(() => vi.unstubAllEnvs())

/** The editor is a line of a shell, to which the file is added. */
function useEditor(line: string): void {
  vi.stubEnv('VISUAL', line)
}

test('what an editor leaves is saved, and began with what there was', async () => {
  useEditor("sed -i 's/old/new/'")
  const saved: string[] = []
  await editText('a.md', 'old text', async (text) => void saved.push(text))
  expect(saved).toEqual(['new text'])
})

test('no name is read by a shell', async () => {
  using folder = temporaryFolder()
  vi.stubEnv('FOLDER', folder.path)
  useEditor('cd "$FOLDER" && true')
  for (const name of ['a$(touch made).md', 'a`touch made`.md', 'a";touch "made']) {
    await editText(name, '', async () => undefined)
  }
  expect(readdirSync(folder.path)).toEqual([])
})

test('an editor that fails changes nothing, and leaves nothing', async () => {
  using folder = temporaryFolder()
  vi.stubEnv('TMPDIR', folder.path)
  useEditor('false')
  const saved: string[] = []
  const edited = editText('a.md', '', async (text) => void saved.push(text))
  await expect(edited).rejects.toThrow('nothing is changed')
  expect(saved).toEqual([])
  expect(readdirSync(folder.path)).toEqual([])
})

test('what could not be saved is still there', async () => {
  useEditor('printf written >')
  const edited = editText('a.md', '', async () => {
    throw new AppError('conflict', 'It has changed.')
  })
  const said = await edited.catch(String)
  const [, file = ''] = /It has changed\. What you wrote is in (.+)\.$/.exec(String(said)) ?? []
  expect(readFileSync(file, 'utf8')).toBe('written')
  rmSync(dirname(file), { recursive: true })
})
