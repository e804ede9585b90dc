import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROVIDER_REFERENCE, toProviderReference } from '../../scripts/provider-reference.ts'

test('the reference of providers is up to date: `npm run providers` writes it', async () => {
  expect(await toProviderReference()).toBe(readFileSync(PROVIDER_REFERENCE, 'utf8'))
}, 120_000)
