import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REDACTION_REFERENCE, toRedactionReference } from '../../scripts/redaction-reference.ts'

test('the reference of redaction is current', () => {
  expect(
    readFileSync(REDACTION_REFERENCE, 'utf8'),
    'The reference is out of date. Run `npm run redaction`.',
  ).toBe(toRedactionReference())
})
