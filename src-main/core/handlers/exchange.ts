import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { exchange, ReplayChoice } from '#shared/contract/procedures/exchange.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { exportReplay, previewReplay } from '../exchange/export-replay.ts'
import type { ReplayTask } from '../exchange/write-replay.worker.ts'
import { getMachine } from '../redaction/redaction.ts'
import { getSession } from '../sessions/session-rows.ts'
import type { Parts } from './parts.ts'

export function exchangeHandlers(parts: Parts): Handlers<typeof exchange> {
  return {
    'exchange.previewReplay': async (choice, signal) =>
      previewReplay(await toTask(parts, choice), signal),
    'exchange.replay': async function* (choice, signal) {
      yield* exportReplay(await toTask(parts, choice), signal)
    },
  }
}

/** A worker reads what is on the disk. */
async function toTask(
  { store, version, clock, replayTemplate, homeDir }: Parts,
  choice: ReplayChoice,
): Promise<ReplayTask> {
  getSession(store, choice.sessionId)
  if (replayTemplate === undefined) {
    throw new AppError('unsupported', 'This Orrery comes without the page that replays a session.')
  }
  await store.flush()
  const { dataDir } = store
  const machine = getMachine(homeDir)
  return { ...choice, dataDir, version, machine, template: replayTemplate, exportedAt: clock.now() }
}
