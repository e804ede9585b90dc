import type { ReplayFacts } from '#shared/contract/exchange.ts'
import { systemClock } from '../clock.ts'
import { openStore } from '../log/store.ts'
import { answerCalls } from '../worker-entry.ts'
import type { ReplayTask } from './replay-task.ts'
import { writeReplay } from './write-replay.ts'

answerCalls(async (task: ReplayTask): Promise<ReplayFacts> => {
  const { dataDir } = task
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'reader' })
  return await writeReplay(store, task)
})
