import { expect, test } from 'vitest'
import { openDebugging, toAsked } from '../../../../test/support/debug-bench.ts'

const SIGNAL = new AbortController().signal
const SECRET = 'sk-0123456789-abcdefghij-0123456789'

/** It prints, holds, throws and calls itself what has a secret across each place where texts are cut. */
const PROGRAM = `
const secret = process.env.SECRET
console.log('a'.repeat(10) + secret + 'b'.repeat(3980))
const short = 'x'.repeat(280) + secret
const long = 'x'.repeat(480) + secret
const lines = 'x\\n'.repeat(150) + secret
try {
  throw new Error('y'.repeat(280) + secret)
} catch {}
console.log(short, long, lines)
`.trim()

test('a secret is taken out of what a debugger tells before that is cut', async () => {
  await using fixture = await openDebugging({ 'a.js': PROGRAM }, { secret: SECRET })
  const asked = toAsked({ program: 'a.js', env: { SECRET } }, { 'a.js': [{ line: 9 }] }, 'all')
  const session = await fixture.start(asked)
  expect(await session.waitForStop(20_000, SIGNAL)).toMatchObject({
    stop: { reason: 'exception' },
  })
  await session.go('continue', SIGNAL)
  expect(await session.waitForStop(20_000, SIGNAL)).toMatchObject({
    stop: { reason: 'breakpoint' },
  })
  const [frame] = session.stop.frames
  const look = { start: 0, count: 100, depth: 1 }
  const seen = await session.values.scopes({ id: frame?.id ?? 0, index: 0 }, look, SIGNAL)
  const condition = `${'z'.repeat(280)} === '${SECRET}'`
  await session.place('a.js', [{ line: 9, condition }], SIGNAL)
  const told = JSON.stringify([seen, session.takeOutput()])
  expect(told).toContain('xxx')
  expect(told).not.toContain(SECRET.slice(0, 8))
  const written = JSON.stringify(fixture.events)
  expect(fixture.told()).toContain('placed: /workspace/a.js:9')
  expect(written).toContain('yyy')
  expect(written).not.toContain(SECRET.slice(0, 8))
})
