import { beforeAll, expect, test } from 'vitest'
import { ensureDebugpy } from '../../../../scripts/ensure-python.ts'
import { openDebugging, toAsked } from '../../../../test/support/debug-bench.ts'
import type { DebugSession } from './debug-session.ts'

const SIGNAL = new AbortController().signal

beforeAll(() => {
  const problem = ensureDebugpy()
  if (problem) throw new Error(problem)
}, 300_000)

const CART = `def total(items):
    result = 0
    for item in items:
        result += item["price"]
    return result


print(total([{"price": 2}, {"price": 3}]))
print(total([{}]))
`

test('a Python program stops at a breakpoint, shows its values, is stepped through, and stops at what it raises', async () => {
  await using fixture = await openDebugging({ 'src/cart.py': CART })
  const session = await fixture.start(
    toAsked({ program: 'src/cart.py' }, { 'src/cart.py': [{ line: 4, condition: 'result > 0' }] }),
  )
  expect(await stopOf(session)).toBe('breakpoint /workspace/src/cart.py:4 in total')
  expect(session.stop.frames.map(({ name, line }) => `${name}:${line}`)).toEqual([
    'total:4',
    '<module>:8',
  ])
  const frame = { id: session.stop.frames[0]?.id ?? 0, index: 0 }
  const scopes = await session.values.scopes(frame, { start: 0, count: 50, depth: 2 }, SIGNAL)
  const locals = scopes[0]?.held ?? []
  expect(locals.map(({ name, value }) => `${name} = ${value}`)).toEqual([
    "item = {'price': 3}",
    "items = [{'price': 2}, {'price': 3}]",
    'result = 2',
  ])
  const asked = { expression: 'result * 10', frameId: frame.id, mayChange: false }
  const look = { start: 0, count: 20, depth: 1 }
  expect((await session.values.evaluate(asked, look, SIGNAL)).value).toBe('20')
  await session.go('next', SIGNAL)
  expect(await stopOf(session)).toBe('step /workspace/src/cart.py:3 in total')
  await session.go('continue', SIGNAL)
  expect(await stopOf(session)).toBe('exception /workspace/src/cart.py:4 in total')
  expect(session.stop.text).toMatch(/KeyError.*price/)
  await session.go('continue', SIGNAL)
  expect(await session.waitForStop(20_000, SIGNAL)).toEqual({ type: 'ended', exitCode: 1 })
  expect(session.takeOutput()).toMatch(/^5\n.*KeyError/s)
  expect(fixture.told()).toEqual([
    'started',
    'placed: /workspace/src/cart.py:4',
    'stopped: breakpoint at /workspace/src/cart.py:4 in total',
    'seen',
    'continued',
    'stopped: step at /workspace/src/cart.py:3 in total',
    'continued',
    'stopped: exception at /workspace/src/cart.py:4 in total',
    'continued',
    'ended: ok 1',
  ])
})

async function stopOf(session: DebugSession): Promise<string> {
  const state = await session.waitForStop(20_000, SIGNAL)
  if (state.type !== 'stopped') return JSON.stringify(state)
  const [top] = state.stop.frames
  return `${state.stop.reason} ${top?.path}:${top?.line} in ${top?.name}`
}
