import type { Handlers } from '#shared/contract/define.ts'
import type { exchange, ReplayChoice } from '#shared/contract/exchange.ts'
import { AppError } from '#shared/error.ts'
import { exportReplay, previewReplay } from '../exchange/export-replay.ts'
import { findMachine } from '../exchange/find-machine.ts'
import type { ReplayTask } from '../exchange/replay-task.ts'
import { getSession } from '../session-rows.ts'
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
  const machine = findMachine(homeDir)
  return { ...choice, dataDir, version, machine, template: replayTemplate, exportedAt: clock.now() }
}
