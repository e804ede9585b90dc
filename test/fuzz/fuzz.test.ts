import { expect, test } from 'vitest'
import { contract } from '#shared/contract/index.ts'
import { runFuzz } from './run-fuzz.ts'

const EACH = 200
const MEANINGFUL = 8
const MIB_MORE = 250

test('every procedure answers whatever it is asked, and touches nothing that is not its own', async ({
  signal,
}) => {
  const { asked, faults, before, after } = await runFuzz({
    readings: EACH,
    others: EACH,
    meaningful: MEANINGFUL,
    seed: 1,
    signal,
  })
  expect([asked, faults]).toEqual([EACH * Object.keys(contract).length, []])
  expect(after - before).toBeLessThan(MIB_MORE)
}, 300_000)
