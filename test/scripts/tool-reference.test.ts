import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REFERENCE, toReference } from '../../scripts/tool-reference.ts'

test('the reference of the tools is that of the tools there are: `npm run tools` writes it', () => {
  expect(readFileSync(REFERENCE, 'utf8')).toBe(toReference())
})
