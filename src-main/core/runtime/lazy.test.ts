import { expect, test } from 'vitest'
import { Lazy } from './lazy.ts'

test('what could not be made is tried again, and made once', async () => {
  let attempts = 0
  await using lazy = new Lazy(async () => {
    attempts += 1
    if (attempts === 1) throw new Error('not yet')
    return { attempts, [Symbol.asyncDispose]: async () => undefined }
  })
  await expect(lazy.get()).rejects.toThrow('not yet')
  expect(lazy.find()).toBeUndefined()
  expect(await Promise.all([lazy.get(), lazy.get()])).toMatchObject([
    { attempts: 2 },
    { attempts: 2 },
  ])
})

test('what is being made is disposed of, and nothing is made afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const calls: string[] = []
  const lazy = new Lazy(async () => {
    calls.push('made')
    await promise
    return { [Symbol.asyncDispose]: async () => void calls.push('disposed') }
  })
  void lazy.get()
  const disposed = lazy[Symbol.asyncDispose]()
  resolve()
  await disposed
  await expect(lazy.get()).rejects.toMatchObject({ code: 'unavailable' })
  expect(calls).toEqual(['made', 'disposed'])
})
