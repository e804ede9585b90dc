import { expect, test } from 'vitest'
import { Store } from './store.ts'

test('announces another value, not the same one, until unsubscribed or disposed', () => {
  const store = new Store(1)
  const heard: number[] = []
  const unsubscribe = store.subscribe(() => heard.push(store.get()))
  store.set(1)
  store.set(2)
  unsubscribe()
  store.set(3)
  store.subscribe(() => heard.push(store.get()))
  store.set(4)
  store[Symbol.dispose]()
  store.set(5)
  expect(heard).toEqual([2, 4])
  expect(store.get()).toBe(5)
})
