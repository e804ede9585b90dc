import { expect, test } from 'vitest'
import { loadInSlices } from './load-in-slices.ts'

test('other work runs after each slice, and before what is wanted is loaded', async () => {
  const order: string[] = []
  const load = (name: string) => async () => {
    order.push(name)
    setImmediate(() => order.push(`after ${name}`))
    return name
  }
  expect(await loadInSlices([load('a'), load('b')], load('c'))).toBe('c')
  expect(order).toEqual(['a', 'after a', 'b', 'after b', 'c'])
})

test('a slice that fails ends the loading with its error', async () => {
  const failing = () => Promise.reject(new Error('The file is gone.'))
  await expect(loadInSlices([failing], async () => 'never')).rejects.toThrow('The file is gone.')
})
