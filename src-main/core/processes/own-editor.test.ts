import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findEditor, type OwnEditor, openInEditor } from './own-editor.ts'

const DISPLAY = ':0'

test('the editor of the environment is taken where it has a window, else the system’s program', () => {
  const nameIn = (env: Record<string, string>) => findEditor({ DISPLAY, ...env }, 'linux')?.name
  expect(nameIn({ VISUAL: '/usr/bin/code --wait', EDITOR: 'vim' })).toBe('code')
  expect(nameIn({ VISUAL: 'vim', EDITOR: 'subl' })).toBe('subl')
  expect(nameIn({ EDITOR: 'nano' })).toBe('the system’s program')
  expect(findEditor({ VISUAL: 'code' }, 'linux')).toBeUndefined()
  expect(findEditor({}, 'darwin')?.command).toEqual(['open'])
})

test('a file is given to the editor; what the system might run is given to no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  using _removed = { [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
  const [told, code, file] = [join(folder, 'told'), join(folder, 'code'), join(folder, 'a b.sh')]
  writeFileSync(
    code,
    `#!/bin/sh\nprintf '%s|' "$@" > '${told}.part' && mv '${told}.part' '${told}'\n`,
  )
  chmodSync(code, 0o755)
  writeFileSync(file, 'echo')
  const open = (path: string, editor: OwnEditor | undefined, line?: number) =>
    openInEditor({ path, root: folder, line }, editor)
  await open(file, findEditor({ DISPLAY, VISUAL: `${code} --wait` }, 'linux'))
  await expect.poll(() => existsSync(told)).toBe(true)
  expect(readFileSync(told, 'utf8')).toBe(`--wait|${file}|`)
  await open(file, findEditor({ DISPLAY, VISUAL: code }, 'linux'), 12)
  await expect.poll(() => readFileSync(told, 'utf8')).toBe(`--goto|${file}:12|`)

  await expect(open(file, findEditor({ DISPLAY }, 'linux'))).rejects.toThrow('might run')
  await expect(open(code, findEditor({ DISPLAY }, 'linux'))).rejects.toThrow('might run')
  await expect(open(file, undefined)).rejects.toThrow('no screen')
  const missing = { name: 'code', command: [join(folder, 'none')] as const, isSystem: false }
  await expect(open(file, missing)).rejects.toThrow('code could not be started.')
  await expect(open(folder, missing)).rejects.toThrow('is no file any more')
})
