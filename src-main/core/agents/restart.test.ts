import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ModelRequest, Reply } from '../../../test/support/model-server.ts'
import { expectWhole } from '../../../test/support/run-assertions.ts'
import { openRunFixture, type RunFixture } from '../../../test/support/run-fixture.ts'
import { systemClock } from '../clock.ts'
import { openStore } from '../log/store.ts'

const child = join(import.meta.dirname, '../../../test/support/killed-run.ts')

test('after kill -9 what ran is not run again, what waits goes on waiting, and the run ends whole', async () => {
  const script = (request: ModelRequest): Reply => {
    const first = request.messages[0]?.text ?? ''
    const answered = request.messages.filter(({ role }) => role === 'tool')
    if (first === 'go') {
      if (answered.length > 0) return { text: 'All done.' }
      return { text: 'Both.', calls: ['one', 'two'].map(task) }
    }
    if (answered.length > 0)
      return { text: `${first}: ${answered.map(({ text }) => text).join(' | ')}` }
    return {
      calls: [
        { name: 'execute', id: 'done', args: { command: `echo ${first} >> done.txt` } },
        { name: 'execute', id: 'cut', args: { command: `echo ${first} >> cut.txt; sleep 60` } },
        {
          name: 'write_file',
          id: 'asked',
          args: { file_path: `/workspace/${first}`, content: first },
        },
      ],
    }
  }
  const files = { '.orrery/settings.json': '{ "interruptOn": { "write_file": true } }' }
  await using fixture = await openRunFixture({ script, files })
  await using killed = await runInChild(fixture, 'go')
  await killed.until(({ ended, asked, opened }) => ended >= 2 && asked === 2 && opened === 4)
  await killed.kill()

  await fixture.restart()
  const interrupted = fixture.of('run.ended').map(({ data }) => data.outcome)
  expect(interrupted).toEqual(['interrupted'])
  expectWhole(fixture)
  const open = fixture.states().approvals.open
  expect(open).toHaveLength(2)
  for (const approvalId of open) {
    await fixture.runs.decide(fixture.sessionId, { approvalId, decision: 'approve' })
  }
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('run.ended').at(-1)?.data).toEqual({ outcome: 'ok' })
  expectWhole(fixture)

  const read = (name: string) => readFileSync(join(fixture.root, name), 'utf8')
  expect(read('done.txt').trim().split('\n').toSorted()).toEqual(['one', 'two'])
  expect(read('cut.txt').trim().split('\n').toSorted()).toEqual(['one', 'two'])
  expect([read('one'), read('two')]).toEqual(['one', 'two'])
  expect(fixture.of('approval.requested')).toHaveLength(2)
  const reports = fixture.of('agent.ended').flatMap(({ data }) => data.report ?? [])
  expect(reports.toSorted()[0]).toContain('not known what came of this execute call')
  expect(reports.toSorted()[0]).toContain("Successfully wrote to '/workspace/one'")
  const { timeline } = fixture.states()
  expect(timeline.laneOrder).toHaveLength(3)
})

test('an input that was durable when the host died is heard when the session goes on', async () => {
  const script = (request: ModelRequest, number: number): Reply =>
    number === 1
      ? { text: 'never', delayMs: 60_000 }
      : { text: request.messages.at(-1)?.text ?? '' }
  await using fixture = await openRunFixture({ script })
  await using killed = await runInChild(fixture, 'are you there?')
  await killed.until(() => fixture.server.requests.length === 1)
  await killed.kill()
  await fixture.restart()
  await fixture.runs.resume(fixture.sessionId)
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.server.requests[1]?.messages.map(({ text }) => text)).toEqual(['are you there?'])
  expect(fixture.of('run.ended').map(({ data }) => data.outcome)).toEqual(['interrupted', 'ok'])
})

interface Progress {
  readonly ended: number
  readonly asked: number
  readonly opened: number
}

/** Closes the store here, and runs the session in a process of its own. */
async function runInChild(fixture: RunFixture, prompt: string) {
  await fixture.close()
  const { dataDir, server, sessionId } = fixture
  const args = [child, dataDir, server.url, sessionId, prompt]
  const process_ = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  return {
    until: async (isThere: (progress: Progress) => boolean) => {
      const deadline = performance.now() + 15_000
      while (!isThere(await progressOf(fixture))) {
        if (performance.now() > deadline) throw new Error('The other process does not get there.')
        await delay(30)
      }
    },
    kill: () => kill(process_),
    [Symbol.asyncDispose]: () => kill(process_),
  }
}

async function kill(process_: ChildProcess): Promise<void> {
  if (process_.exitCode !== null || process_.signalCode !== null) return
  process_.kill('SIGKILL')
  await once(process_, 'exit')
}

async function progressOf({ dataDir, sessionId }: RunFixture): Promise<Progress> {
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'reader' })
  const kinds = [...store.events.read(sessionId)].flat().map(({ kind }) => kind)
  const count = (name: string) => kinds.filter((kind) => kind === name).length
  return {
    ended: count('tool.ended'),
    asked: count('approval.requested'),
    opened: count('terminal.opened'),
  }
}

function task(description: string) {
  return { name: 'task', args: { description, subagent_type: 'general-purpose' } }
}
