import { expect, test } from 'vitest'
import { languageOf } from './language-of.ts'

test.each([
  ['/workspace/a.test.ts', 'typescript'],
  ['/workspace/Dockerfile', 'dockerfile'],
  ['/workspace/LICENSE', 'plaintext'],
])('%s is written in %s', (path, language) => {
  expect(languageOf(path)).toBe(language)
})
