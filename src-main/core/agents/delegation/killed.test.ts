import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectWhole } from '../../../../test/support/run-assertions.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'
import { runInChild } from '../../../../test/support/run-in-child.ts'
import {
  calls,
  createGate,
  inBackground,
  says,
  scriptAgents,
  toldIn,
} from '../../../../test/support/scripted-agents.ts'

test('after kill -9 delegates and teammates go on from their own checkpoints, and each report is heard once', async () => {
  const gate = createGate()
  const note = (text: string) => ({
    name: 'run_command',
    args: { command: `echo ${text} >> ran.txt` },
  })
  const members = [{ name: 'ada', subagent_type: 'general-purpose', brief: 'You are ada.' }]
  const script = scriptAgents({
    go: [
      calls(inBackground('quick'), inBackground('slow'), {
        name: 'create_team',
        args: { name: 'crew', members },
      }),
      // The quick one's report is in the log, and the lead has not heard it when the host dies.
      () => gate.opened.then(() => ({ text: 'I wait.' })),
    ],
    quick: [calls(note('quick')), says('quick report')],
    slow: [calls(note('slow')), () => gate.opened.then(() => ({ text: 'slow report' }))],
    'You are ada': [calls(note('ada')), () => gate.opened.then(() => ({ text: 'ada report' }))],
  })
  await using fixture = await openRunFixture({ script })
  await using killed = await runInChild(fixture, 'go')
  // The brief and the quick one's report; three calls of the lead, and one of each other.
  await killed.until(({ ended, sent }) => ended === 6 && sent === 2)
  await expect.poll(() => fixture.server.requests.length).toBe(8)
  await killed.kill()
  await fixture.restart()
  expectWhole(fixture)
  const isHeard = () =>
    Object.values(fixture.states().delegation.messages).map((one) => one.isHeard)
  expect(isHeard()).toEqual([true, false])
  gate.open()
  await fixture.runs.resume(fixture.sessionId)
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('run.ended').at(-1)?.data).toEqual({ outcome: 'ok' })
  const ran = readFileSync(join(fixture.root, 'ran.txt'), 'utf8').trim().split('\n')
  expect(ran.toSorted()).toEqual(['ada', 'quick', 'slow'])
  const lead = fixture.server.requests.filter(({ messages }) => messages[0]?.text === 'go')
  const told = lead.at(-1)
  const reports = told
    ? toldIn(told)
        .slice(1)
        .map((text) => text.split('\n\n')[1])
    : []
  expect(reports.toSorted()).toEqual(['ada report', 'quick report', 'slow report'])
  expect(isHeard()).toEqual([true, true, true, true])
  const heard = fixture.of('message.heard').flatMap(({ data }) => data.messages)
  expect(new Set(heard).size).toBe(heard.length)
  expect(fixture.states().timeline.laneOrder).toHaveLength(4)
  expectWhole(fixture)
}, 60_000)
