import type { ReplayChoice, ReplayFacts } from '#shared/contract/procedures/exchange.ts'
import type { Machine } from '../redaction/redaction.ts'
import { systemClock } from '../runtime/clock.ts'
import { answerCalls } from '../runtime/worker-entry.ts'
import { openStore } from '../store/store.ts'
import { writeReplay } from './write-replay.ts'

/** What a worker is asked to write. */
export interface ReplayTask extends ReplayChoice {
  readonly dataDir: string
  /** The page that is built to replay what is written into it. */
  readonly template: string
  /** The file to write; absent: it is only counted what it would be. */
  readonly path?: string
  readonly machine: Machine
  /** Of Orrery. */
  readonly version: string
  /** Milliseconds since the epoch. */
  readonly exportedAt: number
}

answerCalls(async (task: ReplayTask): Promise<ReplayFacts> => {
  const { dataDir } = task
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'reader' })
  return await writeReplay(store, task)
})
