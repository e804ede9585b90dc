import { expect, test } from 'vitest'
import { openHostFixture } from '../../../test/support/host-fixture.ts'
import type { Script } from '../../../test/support/model-server.ts'
import type { Approver } from '../approvals/approver.ts'
import { isHostGone } from '../command-line/exit-codes.ts'
import { plainReporter } from '../run-output/reporter.ts'
import { RunFollower } from './follow-run.ts'

const script: Script = ({ messages }) =>
  messages.at(-1)?.role === 'tool'
    ? { text: 'Done.' }
    : { calls: [{ name: 'run_command', args: { command: 'rm -f a.txt' } }] }

test('an approval without a decision is asked again over the next connection', async () => {
  await using fixture = await openHostFixture({ script })
  const sessionId = await fixture.createSession(await fixture.open())
  const { runId } = await fixture.client['sessions.send']({ sessionId, text: 'Go' })
  const first = fixture.connect()
  const ends: boolean[] = []
  const approver: Approver = async (_request, signal) => {
    if (ends.push(signal.aborted) > 1) return { decision: 'approve', by: 'person' }
    first[Symbol.dispose]()
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    return undefined
  }
  using reporter = plainReporter({ write: () => true })
  const run = { sessionId, runId, after: 0, waiting: [] }
  const follower = new RunFollower({ ...run, reporter, approver })
  const lost = await follower.read(first.client).catch(isHostGone)
  expect(lost).toBe(true)
  using second = fixture.connect()
  expect(await follower.read(second.client)).toBe('ok')
  expect(ends).toHaveLength(2)
}, 60_000)
