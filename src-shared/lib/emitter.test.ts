import { expect, test } from 'vitest'
import { Emitter } from './emitter.ts'

test('every listener hears, also after one that throws, and whoever fires learns of it', () => {
  using emitter = new Emitter<number>()
  const heard: number[] = []
  emitter.event(() => {
    throw new Error('the first')
  })
  emitter.event((value) => heard.push(value))
  expect(() => emitter.fire(1)).toThrow('the first')
  expect(heard).toEqual([1])
})
