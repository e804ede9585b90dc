import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { WorkerCalls, workerUrl } from './worker-entry.ts'

const folder = mkdtempSync(join(tmpdir(), 'orrery-worker-'))
const entry = new URL('./worker-entry.ts', import.meta.url).href
const from = pathToFileURL(join(folder, 'caller.ts')).href
writeFileSync(
  join(folder, 'shout.worker.ts'),
  `import { threadId } from 'node:worker_threads'
   import { answerCalls } from ${JSON.stringify(entry)}
   import { AppError } from ${JSON.stringify(new URL('../../../src-shared/lib/app-error.ts', import.meta.url).href)}
   answerCalls(async (text: string): Promise<string> => {
     if (text === 'refuse') throw new AppError('denied', 'Not that.')
     if (text === 'break') throw new TypeError('a bug')
     if (text === 'exit') process.exit(3)
     if (text === 'thread') return String(threadId)
     if (text === 'environment') return process.env.SHOUTED ?? ''
     if (text === 'hang') await new Promise(() => setInterval(() => {}, 1000))
     return text.toUpperCase()
   })`,
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('calls are answered each for itself, refusals and bugs told apart', async () => {
  await using worker = new WorkerCalls<string, string>({ from, name: 'shout' })
  expect(await Promise.all(['a', 'b'].map((text) => worker.call(text)))).toEqual(['A', 'B'])
  await expect(worker.call('refuse')).rejects.toMatchObject({
    code: 'denied',
    message: 'Not that.',
  })
  await expect(worker.call('break')).rejects.toThrow('TypeError: a bug')
})

test('a worker that ends rejects what was asked of it, and the next call starts another', async () => {
  await using worker = new WorkerCalls<string, string>({ from, name: 'shout' })
  await expect(worker.call('exit')).rejects.toThrow('The worker shout ended.')
  expect(await worker.call('again')).toBe('AGAIN')
})

test('an input that cannot be cloned rejects its own call alone', async () => {
  await using worker = new WorkerCalls<unknown, string>({ from, name: 'shout' })
  await expect(worker.call(() => 'a')).rejects.toThrow('could not be cloned')
  expect(await worker.call('a')).toBe('A')
})

test('disposing cancels what is under way', async () => {
  const worker = new WorkerCalls<string, string>({ from, name: 'shout' })
  const call = expect(worker.call('hang')).rejects.toMatchObject({ code: 'cancelled' })
  await worker[Symbol.asyncDispose]()
  await call
})

test('a thread that is handed back is the next caller’s, with the environment as it is then', async () => {
  const first = new WorkerCalls<string, string>({ from, name: 'shout' })
  const thread = await first.call('thread')
  await first.handBack()
  vi.stubEnv('SHOUTED', 'since')
  await using second = new WorkerCalls<string, string>({ from, name: 'shout' })
  await using third = new WorkerCalls<string, string>({ from, name: 'shout' })
  expect(await second.call('thread')).toBe(thread)
  expect(await second.call('environment')).toBe('since')
  expect(await third.call('thread')).not.toBe(thread)
})

test('a thread is ended instead where a call is under way, or another is idle already', async () => {
  const [first, second, third] = [1, 2, 3].map(
    () => new WorkerCalls<string, string>({ from, name: 'shout' }),
  )
  const threads = await Promise.all([first?.call('thread'), second?.call('thread')])
  const call = expect(third?.call('hang')).rejects.toMatchObject({ code: 'cancelled' })
  for (const one of [third, first, second]) await one?.handBack()
  await call
  await using next = new WorkerCalls<string, string>({ from, name: 'shout' })
  await using after = new WorkerCalls<string, string>({ from, name: 'shout' })
  expect(await next.call('thread')).toBe(threads[0])
  expect(threads).not.toContain(await after.call('thread'))
})

test('an idle worker, one that was handed back, and a background call, let the process end', () => {
  const program = `
    import { WorkerCalls } from ${JSON.stringify(entry)}
    const options = { from: ${JSON.stringify(from)}, name: 'shout' }
    const calls = new WorkerCalls(options)
    console.log(await calls.call('done'))
    await calls.handBack()
    void new WorkerCalls({ ...options, isBackground: true }).call('hang')
  `
  const args = ['--input-type=module', '-e', program]
  const { stdout, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 15_000,
  })
  expect({ stdout, status }).toEqual({ stdout: 'DONE\n', status: 0 })
})

test('a built worker lies in a folder beside the bundle, or one above a part of it', () => {
  const at = (...parts: string[]) => pathToFileURL(join(folder, ...parts))
  mkdirSync(join(folder, 'out', 'workers'), { recursive: true })
  writeFileSync(join(folder, 'out', 'workers', 'shout.js'), '')
  const expected = at('out', 'workers', 'shout.js').href
  expect(workerUrl(at('out', 'cli.js').href, 'shout').href).toBe(expected)
  expect(workerUrl(at('out', 'chunks', 'store-1.js').href, 'shout').href).toBe(expected)
  expect(workerUrl(from, 'shout').href).toBe(at('shout.worker.ts').href)
})
