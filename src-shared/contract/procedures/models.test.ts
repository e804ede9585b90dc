import { expect, test } from 'vitest'
import { models } from './models.ts'
import { settings } from './settings.ts'

test('what is longer than any key is refused before it is kept, whatever it is the key of', () => {
  const longest = 'x'.repeat(8192)
  const ofModel = (key: string) =>
    models['models.setKey'].input.safeParse({ provider: 'openai', key }).success
  const ofService = (key: string) =>
    settings['settings.setServiceKey'].input.safeParse({ service: 'tavily', key }).success
  for (const takes of [ofModel, ofService]) {
    expect([takes(longest), takes(`${longest}x`), takes('')]).toEqual([true, false, false])
  }
})
