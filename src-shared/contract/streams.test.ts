import { expect, test } from 'vitest'
import { contract } from './index.ts'
import { nativeContract } from './native.ts'
import { isStream } from './streams.ts'

test('what the contract has as a stream is known as one, and nothing else', () => {
  const types = Object.entries({ ...contract, ...nativeContract }).map(([path, { type }]) => [
    path,
    type,
  ])
  const known = types.map(([path = '']) => [path, isStream(path) ? 'stream' : 'call'])
  expect(types.length).toBeGreaterThan(50)
  expect(known).toEqual(types)
})
