import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { WorkerCalls, workerUrl } from './worker-entry.ts'

const folder = mkdtempSync(join(tmpdir(), 'orrery-worker-'))
const entry = new URL('./worker-entry.ts', import.meta.url).href
const from = pathToFileURL(join(folder, 'caller.ts')).href
writeFileSync(
  join(folder, 'shout.worker.ts'),
  `import { answerCalls } from ${JSON.stringify(entry)}
   import { AppError } from ${JSON.stringify(new URL('../../../src-shared/lib/app-error.ts', import.meta.url).href)}
   answerCalls(async (text: string): Promise<string> => {
     if (text === 'refuse') throw new AppError('denied', 'Not that.')
     if (text === 'break') throw new TypeError('a bug')
     if (text === 'exit') process.exit(3)
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

test('an idle worker, and a background call, let the process end', () => {
  const program = `
    import { WorkerCalls } from ${JSON.stringify(entry)}
    const options = { from: ${JSON.stringify(from)}, name: 'shout' }
    console.log(await new WorkerCalls(options).call('done'))
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
