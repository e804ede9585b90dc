import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { examine } from './access.ts'
import { openFolder, panel } from './window.ts'
import { test as base } from './workbench.ts'

/** What the fake editor was given last is in `told`. */
const test = base.extend<{ told: string }>({
  told: [
    // biome-ignore lint/correctness/noEmptyPattern: that is how a fixture says it needs no other
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'orrery-editor-'))
      const [told, editor] = [join(folder, 'told'), join(folder, 'code')]
      writeFileSync(
        editor,
        `#!/bin/sh\nprintf '%s' "$1" > '${told}.part' && mv '${told}.part' '${told}'\n`,
      )
      chmodSync(editor, 0o755)
      const { VISUAL, DISPLAY } = process.env
      Object.assign(process.env, { VISUAL: editor, DISPLAY: DISPLAY ?? ':0' })
      await use(told)
      restore({ VISUAL, DISPLAY })
      rmSync(folder, { recursive: true })
    },
    { auto: true },
  ],
})

test.use({ colorScheme: 'dark' })

function restore(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><circle cx="60" cy="40" r="30" fill="orange"/><script>document.title = "run"</script></svg>'
/** One pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

test('images are seen, and what is no text or too much of it is told', async ({
  workbench: { page, project },
  told,
}) => {
  test.slow()
  writeFileSync(join(project, 'logo.svg'), svg)
  writeFileSync(join(project, 'pixel.png'), Buffer.from(png, 'base64'))
  writeFileSync(join(project, 'data.bin'), Buffer.from([0, 1, 2, 3]))
  writeFileSync(join(project, 'large.txt'), 'a line of some length\n'.repeat(300_000))
  await openFolder(page, 'Open a folder…', project)
  const editor = panel(page, 'Editor')
  const open = (name: string) => panel(page, 'Files').getByRole('treeitem', { name }).click()

  await open('pixel.png')
  await expect(editor.getByText('PNG · 1 × 1 · 70 B')).toBeVisible()
  await open('logo.svg')
  await expect(editor.getByRole('img', { name: 'logo.svg' })).toBeVisible()
  await expect(editor.getByText(/^SVG · 120 × 80 · \d+ B$/)).toBeVisible()
  await examine(page, 'image')
  expect(await page.title()).not.toBe('run')
  await editor.getByRole('button', { name: 'Show as text' }).click()
  await expect(editor.getByText('circle')).toBeVisible()

  await open('large.txt')
  await expect(
    editor.getByText(/^This is its beginning, 262 kB of 6\.6 MB: 6\.3 MB are left out\.$/),
  ).toBeVisible()
  await expect(editor.getByText('a line of some length').first()).toBeVisible()
  await open('data.bin')
  await expect(editor.getByText('data.bin is not text: 4 B.')).toBeVisible()
  await examine(page, 'binary')

  await editor.getByRole('button', { name: 'Open in code, on the host’s machine' }).last().click()
  await expect.poll(() => existsSync(told)).toBe(true)
  expect(readFileSync(told, 'utf8')).toBe(join(project, 'data.bin'))
})
