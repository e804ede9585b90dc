import { expect, test } from 'vitest'
import { OWNER, openDebugging, toAsked } from '../../../../../test/support/debug-bench.ts'
import { loadSourceMap, SourceMap } from './scripts.ts'

const SIGNAL = new AbortController().signal

test('a script may call itself what it likes', async () => {
  const source = ['eval("1\\n//# sourceURL=file://host/x.js")', 'console.log(2)', ''].join('\n')
  await using fixture = await openDebugging({ 'a.js': source })
  const session = await fixture.start(toAsked({ program: 'a.js' }, { 'a.js': [{ line: 2 }] }))
  expect(await session.waitForStop(20_000, SIGNAL)).toMatchObject({ type: 'stopped' })
})

test('a large map is read, and one without an end is not', async () => {
  const json = {
    version: 3,
    sources: ['a.ts'],
    mappings: ['AAAA', ...Array(300_000).fill('CAAA')].join(','),
  }
  const map = new SourceMap(json, '/p/a.js')
  expect(map.toCompiled('/p/a.ts', 0)).toMatchObject({ line: 0, column: 0 })
  expect(await loadSourceMap('/dev/zero', '/p/a.js')).toBeUndefined()
})

test('of two starts at once the later one stays, and nothing of the other', async () => {
  await using fixture = await openDebugging({ 'a.js': 'setInterval(() => {}, 1000)\n' })
  const asked = toAsked({ program: 'a.js', stopOnEntry: true })
  const both = await Promise.all(
    [asked, asked].map((one) => fixture.debugging.start(OWNER, one, SIGNAL)),
  )
  const [first, second] = both.map(({ session }) => session)
  expect(first?.state).toMatchObject({ type: 'ended' })
  expect(fixture.debugging.get(OWNER.agentId)).toBe(second)
})

test('a program ends when it is ended, whoever holds its streams', async () => {
  const source = [
    "const { spawn } = require('node:child_process')",
    "const stdio = ['ignore', 'inherit', 'inherit']",
    "const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { detached: true, stdio })",
    'child.unref()',
    "console.log('<' + child.pid + '>')",
    'debugger',
    '',
  ].join('\n')
  await using fixture = await openDebugging({ 'a.js': source })
  const session = await fixture.start(toAsked({ program: 'a.js' }))
  await session.waitForStop(20_000, SIGNAL)
  let printed = ''
  // It stands still before all it printed was read.
  await expect.poll(() => (printed += session.takeOutput())).toContain('>')
  const pid = Number(/<(\d+)>/.exec(printed)?.[1])
  await session.end('ok')
  expect(process.kill(pid, 0)).toBe(true)
  process.kill(pid)
})
