import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** They are in the page once: a page of their own, or a dialog over all of it. */
const onceOnly = ['compare', 'export', 'settings', 'welcome']

test('what stands in every session side by side is named by no id of its own', () => {
  const files = globSync('*/**/*.tsx', { cwd: import.meta.dirname }).filter(
    (file) => !onceOnly.some((panel) => file.startsWith(panel)),
  )
  const fixed = files.filter((file) =>
    /\bid=(?:"|\{`[a-z])/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(60)
  expect(fixed).toEqual([])
})
