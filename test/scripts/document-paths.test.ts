import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** In backticks, complete from the root, and without a placeholder. */
const PATH = /`((?:src-(?:main|renderer|shared|preload)|test|scripts|docs)\/[\w./-]+)`/g

const documents = globSync(['*.md', 'docs/*.md']).toSorted()

test.each(documents)('%s names only files that exist', (document) => {
  const named = [...readFileSync(document, 'utf8').matchAll(PATH)].map(([, path]) => path ?? '')
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})

test('the guides for contributors name files', () => {
  for (const document of ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md']) {
    expect(readFileSync(document, 'utf8').match(PATH)?.length).toBeGreaterThan(4)
  }
})
