import { expect, test } from 'vitest'
import { SpanId } from '#shared/lib/ids.ts'
import { openDebugging, toAsked } from '../../../../test/support/debug-bench.ts'
import { hasEnded } from '../../processes/processes.ts'
import type { DebugSession } from './debug-session.ts'

const SIGNAL = new AbortController().signal

const CART = `export function total(items) {
  let sum = 0
  for (const item of items) {
    sum += item.price * item.count
  }
  return sum
}

class Money {
  #cents = 5
  constructor(name) { this.name = name }
  get loud() { throw new Error('looked') }
}

export const purse = new Money('gold')
console.log(total([{ price: 2, count: 3 }, { price: 10, count: 1 }]))
`

/** Where it stands still, in a line. */
async function stopOf(session: DebugSession): Promise<string> {
  const state = await session.waitForStop(20_000, SIGNAL)
  if (state.type !== 'stopped') return JSON.stringify(state)
  const [top] = state.stop.frames
  return `${state.stop.reason} ${top?.path}:${top?.line} in ${top?.name}`
}

async function valuesOf(session: DebugSession): Promise<readonly string[]> {
  const [top] = session.stop.frames
  const frame = { id: top?.id ?? 0, index: 0 }
  const scopes = await session.values.scopes(frame, { start: 0, count: 50, depth: 1 }, SIGNAL)
  return (scopes[0]?.held ?? []).map(({ name, value }) => `${name} = ${value}`)
}

test('a JavaScript module stops at a breakpoint, shows its values, is stepped through and ends', async () => {
  await using fixture = await openDebugging({ 'src/cart.mjs': CART })
  const session = await fixture.start(
    toAsked({ program: 'src/cart.mjs' }, { '/workspace/src/cart.mjs': [{ line: 4 }] }),
  )
  expect(await stopOf(session)).toBe('breakpoint /workspace/src/cart.mjs:4 in total')
  expect(await valuesOf(session)).toEqual(['item = {price: 2, count: 3}'])
  await session.go('next', SIGNAL)
  expect(await stopOf(session)).toBe('step /workspace/src/cart.mjs:3 in total')
  await session.go('continue', SIGNAL)
  expect(await stopOf(session)).toBe('breakpoint /workspace/src/cart.mjs:4 in total')
  await session.place('/workspace/src/cart.mjs', [], SIGNAL)
  await session.go('stepOut', SIGNAL)
  expect(await stopOf(session)).toMatch(/^step \/workspace\/src\/cart.mjs:16 in/)
  await session.go('continue', SIGNAL)
  expect(await session.waitForStop(20_000, SIGNAL)).toEqual({ type: 'ended', exitCode: 0 })
  expect(session.takeOutput()).toBe('16')
  expect(fixture.told()).toEqual([
    'started',
    'placed: /workspace/src/cart.mjs:4?',
    'placed: /workspace/src/cart.mjs:4',
    'stopped: breakpoint at /workspace/src/cart.mjs:4 in total',
    'seen',
    'continued',
    'stopped: step at /workspace/src/cart.mjs:3 in total',
    'continued',
    'stopped: breakpoint at /workspace/src/cart.mjs:4 in total',
    'placed: /workspace/src/cart.mjs:',
    'continued',
    'stopped: step at /workspace/src/cart.mjs:16 in (anonymous)',
    'continued',
    'ended: ok 0',
  ])
})

test('values are looked into without a getter being run, by the page', async () => {
  const text = `const many = Array.from({ length: 5000 }, (_, index) => index)
const map = new Map([['a', { deep: { deeper: 1 } }]])
class Money {
  #cents = 5
  get loud() { throw new Error('looked') }
}
const money = new Money()
const text = 'x'.repeat(2000)
debugger
`
  await using fixture = await openDebugging({ 'a.js': text })
  const session = await fixture.start(toAsked({ program: 'a.js' }))
  expect(await stopOf(session)).toMatch(/^debugger statement \/workspace\/a.js:9/)
  const values = await valuesOf(session)
  expect(values.map((one) => one.slice(0, 60))).toEqual([
    'this = Object',
    'many = Array(5000) [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12',
    'map = Map(1) {a → Object}',
    'Money = class Money {',
    'money = Money {#cents: 5}',
    `text = "${'x'.repeat(52)}`,
  ])
  expect(values.at(-1)).toMatch(/… \(\d+ characters\)$/)
  const of = await evaluate(session, 'many')
  const page = await session.values.held(
    { reference: of.reference ?? 0, frameIndex: 0 },
    { start: 4990, count: 5, depth: 1 },
    SIGNAL,
  )
  expect([page.held?.map(({ name, value }) => `${name}:${value}`), page.hasMore]).toEqual([
    ['4990:4990', '4991:4991', '4992:4992', '4993:4993', '4994:4994'],
    true,
  ])
  const deep = await evaluate(session, 'map', 4)
  expect(JSON.stringify(deep)).toContain('deeper')
})

test('evaluating changes nothing unless that is wanted', async () => {
  await using fixture = await openDebugging({ 'a.js': 'let n = 1\ndebugger\nconsole.log(n)\n' })
  const session = await fixture.start(toAsked({ program: 'a.js' }))
  await stopOf(session)
  expect((await evaluate(session, 'n + 1')).value).toBe('2')
  await expect(evaluate(session, 'n = 5')).rejects.toThrow('may_change')
  await expect(evaluate(session, 'process.exit(3)')).rejects.toThrow('may_change')
  await expect(evaluate(session, 'nothing.there')).rejects.toThrow(
    'It threw: ReferenceError: nothing is not defined',
  )
  expect((await evaluate(session, 'n = 7', 1, true)).value).toBe('7')
  await session.go('continue', SIGNAL)
  expect(await session.waitForStop(20_000, SIGNAL)).toEqual({ type: 'ended', exitCode: 0 })
  expect(session.takeOutput()).toBe('7')
  expect(() => session.stop).toThrow('The program has ended, with exit code 0.')
})

test('a TypeScript file stops at its own lines, where a condition holds', async () => {
  const text = `interface Item {
  readonly price: number
}

function price({ price }: Item): number {
  return price * 2
}

for (const one of [1, 2, 3]) {
  console.log(price({ price: one }))
}
`
  await using fixture = await openDebugging({ 'src/a.ts': text })
  const session = await fixture.start(
    toAsked(
      { program: '/workspace/src/a.ts' },
      { 'src/a.ts': [{ line: 6, condition: 'price === 2' }] },
    ),
  )
  expect(await stopOf(session)).toBe('breakpoint /workspace/src/a.ts:6 in price')
  expect(await valuesOf(session)).toEqual(['price = 2'])
  expect(session.stop.frames.map(({ path, line }) => `${path}:${line}`)).toEqual([
    '/workspace/src/a.ts:6',
    '/workspace/src/a.ts:10',
  ])
  const wrong = session.place('/workspace/src/a.ts', [{ line: 6, condition: 'stop()' }], SIGNAL)
  await expect(wrong).rejects.toThrow('surely changes nothing')
})

test('a compiled program stops at the lines of its sources', async () => {
  // By hand: `one(…)` of line 2 of the source is line 1 of what it was compiled to.
  const map = {
    version: 3,
    sources: ['../src/a.ts'],
    // Line 1: from line 2; line 2: from line 4; line 3: from line 5.
    mappings: 'AACA;AAEA;AACA',
  }
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64')
  const code = 'const one = 1\nconst two = one + 1\nconsole.log(two)\n'
  const named = `${code}//# sourceMappingURL=data:application/json;base64,${encoded}\n`
  const file = `${code}//# sourceMappingURL=b.js.map\n`
  await using fixture = await openDebugging({
    'src/a.ts': '// a\nconst one: number = 1\n\nconst two = one + 1\nconsole.log(two)\n',
    'out/a.js': named,
    'out/b.js': file,
    'out/b.js.map': JSON.stringify(map),
    'out/c.mjs': named,
    'required.js': "require('./out/b.js')",
    'imported.mjs': "import './out/c.mjs'",
  })
  const programs = ['out/a.js', 'out/b.js', 'out/c.mjs', 'required.js', 'imported.mjs']
  for (const program of programs) {
    const session = await fixture.start(
      toAsked({ program }, { 'src/a.ts': [{ line: 3 }, { line: 5 }] }),
    )
    expect(await stopOf(session)).toMatch('breakpoint /workspace/src/a.ts:4')
    await session.go('continue', SIGNAL)
    expect(await stopOf(session)).toMatch('breakpoint /workspace/src/a.ts:5')
  }
})

test('it stops at an exception that nobody catches, or at any, and on entry where that is asked', async () => {
  const text = `try { JSON.parse('{') } catch {}
function fail() { throw new TypeError('no such thing') }
fail()
`
  await using fixture = await openDebugging({ 'a.js': text })
  const session = await fixture.start(toAsked({ program: 'a.js' }))
  expect(await stopOf(session)).toBe('exception /workspace/a.js:2 in fail')
  expect(session.stop.text).toBe('TypeError: no such thing')
  await session.go('continue', SIGNAL)
  expect(await session.waitForStop(20_000, SIGNAL)).toEqual({ type: 'ended', exitCode: 1 })
  expect(session.takeOutput()).toContain('TypeError: no such thing')
  const all = await fixture.start(toAsked({ program: 'a.js' }, {}, 'all'))
  expect(await stopOf(all)).toMatch('exception /workspace/a.js:1')
  const entry = await fixture.start(toAsked({ program: 'a.js', stopOnEntry: true }, {}, 'none'))
  expect(await stopOf(entry)).toMatch('entry /workspace/a.js:1')
  await entry.go('continue', SIGNAL)
  expect(await entry.waitForStop(20_000, SIGNAL)).toMatchObject({ type: 'ended', exitCode: 1 })
})

test('a program that runs on is stopped where it is, and ended with all it started', async () => {
  const text = `const { spawn } = require('node:child_process')
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
console.log(child.pid)
setInterval(() => {}, 20)
`
  await using fixture = await openDebugging({ 'a.js': text })
  const session = await fixture.start(toAsked({ program: 'a.js' }))
  let printed = ''
  await expect.poll(() => (printed += session.takeOutput())).toMatch(/\d+/)
  expect(() => session.stop).toThrow('The program runs')
  await session.pause(SIGNAL)
  expect(await stopOf(session)).toMatch(/^pause /)
  await session.end('ok')
  expect(hasEnded(Number(printed))).toBe(true)
  expect(fixture.told().at(-1)).toBe('ended: ok null')
})

test('what can’t be started says why, and leaves nothing', async () => {
  await using fixture = await openDebugging({ 'a.js': '1 +', 'b.js': '' })
  const started = (asked: Parameters<typeof toAsked>[0]) =>
    fixture.start(toAsked(asked)).then(
      (session) => session.waitForStop(20_000, SIGNAL),
      (error) => String(error),
    )
  expect(await started({ program: 'a.js' })).toMatchObject({ type: 'ended', exitCode: 1 })
  expect(await started({ program: 'none.js' })).toMatchObject({ type: 'ended', exitCode: 1 })
  expect(await started({ program: 'b.js' })).toEqual({ type: 'ended', exitCode: 0 })
  expect(await started({ program: 'b.js', runtimeArgs: ['--no-such-option'] })).toMatch(
    /Node ended with exit code 9.*bad option/s,
  )
  expect(await started({ program: 'b.txt' })).toMatch('Say with `type` which debugger')
  expect(await started({ program: 'b.txt', type: 'cobol' })).toMatch('no debugger for “cobol”')
  expect(() => fixture.debugging.get(SpanId.parse('spn_x'))).toThrow('You debug nothing now.')
})

function evaluate(session: DebugSession, expression: string, depth = 1, mayChange = false) {
  const frameId = session.stop.frames[0]?.id ?? 0
  const asked = { expression, frameId, mayChange }
  return session.values.evaluate(asked, { start: 0, count: 20, depth }, SIGNAL)
}
