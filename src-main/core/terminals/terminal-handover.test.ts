import { expect, test } from 'vitest'
import { HandTimer } from '../../../test/support/time-limit-fixture.ts'
import { createAgentEnvironment } from '../processes/agent-environment.ts'
import { runCommand } from './agent-terminal.ts'
import { type HeldCommand, TerminalHold, tellSpells } from './terminal-handover.ts'

const LIMIT_MS = 500
const ASKING = 'echo began; read one < /dev/tty; echo "said $one"; read two < /dev/tty'

/** Runs a command to where it has printed something; its time passes by hand. */
async function begin(timer: HandTimer, hold: TerminalHold) {
  const began = Promise.withResolvers<void>()
  const running = runCommand({
    command: ASKING,
    cwd: '/tmp',
    env: createAgentEnvironment(process.env),
    signal: new AbortController().signal,
    timeoutMs: LIMIT_MS,
    timer,
    hold,
    onOutput: () => began.resolve(),
  })
  await began.promise
  return { running }
}

test('the time of a command stands still while a person has its terminal', async () => {
  const timer = new HandTimer()
  const taken: string[] = []
  const hold = new TerminalHold(timer, async (holder) => taken.push(holder))
  const { running } = await begin(timer, hold)
  timer.pass(LIMIT_MS - 1)
  await hold.take()
  timer.pass(10 * LIMIT_MS)
  hold.type('go\non\n')
  expect(await running).toMatchObject({ isTimedOut: false, exitCode: 0 })
  expect([taken, hold.spells]).toEqual([['person'], [{ fromMs: LIMIT_MS - 1 }]])
})

test('given back, what was left of its time passes', async () => {
  const timer = new HandTimer()
  const hold = new TerminalHold(timer, async () => undefined)
  const { running } = await begin(timer, hold)
  await hold.take()
  timer.pass(10 * LIMIT_MS)
  await hold.giveBack()
  timer.pass(LIMIT_MS)
  expect(await running).toMatchObject({ isTimedOut: true })
})

const idle: HeldCommand = { write: () => {}, pauseTime: () => {}, resumeTime: () => {} }

test('two who take it at once have it once, the second of them', async () => {
  const timer = new HandTimer()
  const told: string[] = []
  const hold = new TerminalHold(timer, async (holder) => told.push(holder))
  using _command = hold.begin(idle)
  timer.pass(1000)
  const [first, second] = await Promise.all([hold.take(), hold.take()])
  await first.over
  timer.pass(2000)
  // It is not theirs to give back any longer.
  await first[Symbol.asyncDispose]()
  expect(hold.isTaken).toBe(true)
  await second[Symbol.asyncDispose]()
  await second.over
  expect(told).toEqual(['person', 'agent'])
  expect(tellSpells(hold.spells)).toContain('from 1.0 s to 3.0 s after it began,')
})

test('a command that ends leaves its terminal to nobody', async () => {
  const hold = new TerminalHold(new HandTimer(), async () => undefined)
  const command = hold.begin(idle)
  const holding = await hold.take()
  command[Symbol.dispose]()
  await holding.over
  await holding[Symbol.asyncDispose]()
  expect(hold.spells).toEqual([{ fromMs: 0 }])
  await expect(hold.take()).rejects.toMatchObject({ code: 'conflict' })
})
