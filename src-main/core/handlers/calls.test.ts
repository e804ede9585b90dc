import { expect, test } from 'vitest'
import { ProjectId, SessionId, SpanId } from '#shared/lib/ids.ts'
import { openTestHost } from '../../../test/support/host-fixture.ts'
import { temporaryFolder } from '../../../test/support/store-fixture.ts'
import { systemClock } from '../runtime/clock.ts'
import { openStore } from '../store/store.ts'

const { signal } = new AbortController()
const [sessionId, projectId] = [SessionId.parse('ses_1'), ProjectId.parse('prj_1')]
const [spanId, agentId] = [SpanId.parse('spn_call'), SpanId.parse('spn_lead')]

/** A session that was left with a call of which nobody knows what came of it. */
async function recordCutOff(dataDir: string): Promise<void> {
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
  const ids = { spanId, agentId }
  const data = { toolCallId: '1', name: 'run_command', title: 'make', effect: 'execute' } as const
  await store.sessions.create({ id: sessionId, projectId, root: dataDir, createdAt: 1 }, [
    { kind: 'session.created', data: { projectId, projectName: 'p', root: dataDir } },
    { ...ids, kind: 'tool.started', data: { ...data, args: { json: {} } } },
    { ...ids, kind: 'tool.ended', data: { outcome: 'interrupted' } },
  ])
}

test('of two windows that say at once what is made of a call, the second meets a conflict', async () => {
  using folder = temporaryFolder()
  await recordCutOff(folder.path)
  {
    await using host = await openTestHost({ dataDir: folder.path })
    const resolve = async (resolution: 'again' | 'done') =>
      host.handlers['calls.resolve']({ sessionId, spanId, resolution }, signal)
    const [first, second] = await Promise.allSettled([resolve('again'), resolve('done')])
    expect(first).toMatchObject({ status: 'fulfilled' })
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } })
  }
  await using store = await openStore({ dataDir: folder.path, clock: systemClock, mode: 'owner' })
  const resolved = [...store.events.read(sessionId)].flat().filter(isResolution)
  expect(resolved.map(({ data }) => data)).toEqual([{ toolCallId: '1', resolution: 'again' }])
})

function isResolution({ kind }: { readonly kind: string }): boolean {
  return kind === 'call.resolved'
}
