import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { LimitedCalls, TimeLimitExceeded } from './limited-calls.ts'

const folder = mkdtempSync(join(tmpdir(), 'orrery-limited-'))
const entry = new URL('./worker-entry.ts', import.meta.url).href
const from = pathToFileURL(join(folder, 'caller.ts')).href
writeFileSync(
  join(folder, 'match.worker.ts'),
  `import { answerCalls } from ${JSON.stringify(entry)}
   let calls = 0
   answerCalls((text: string): string => {
     if (text === 'break') throw new TypeError('a bug')
     if (text === 'exit') process.exit(3)
     return String(/^(a|a)*$/.test(text)) + ' ' + ++calls
   })`,
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const options = { from, name: 'match', limitMs: 1_000, warmUp: '' } as const
/** Matching it takes an exponential pattern longer than anyone waits. */
const endless = `${'a'.repeat(60)}!`

test('ends the thread of a call that exceeds the limit, and starts another for the next', async () => {
  await using calls = new LimitedCalls<string, string>(options)
  expect(await calls.call('aa')).toBe('true 2')
  const [late, next] = [calls.call(endless), calls.call('a')]
  await expect(late).rejects.toBeInstanceOf(TimeLimitExceeded)
  expect(await next).toBe('true 2')
})

test('starts another thread after one that failed', async () => {
  await using calls = new LimitedCalls<string, string>(options)
  await expect(calls.call('break')).rejects.toThrow('a bug')
  await expect(calls.call('exit')).rejects.toThrow('ended')
  expect(await calls.call('b')).toBe('false 2')
})

test('cancels a call when disposed', async () => {
  const calls = new LimitedCalls<string, string>({ ...options, limitMs: 60_000 })
  await calls.call('a')
  const call = expect(calls.call(endless)).rejects.toMatchObject({ code: 'cancelled' })
  await calls[Symbol.asyncDispose]()
  await call
})
