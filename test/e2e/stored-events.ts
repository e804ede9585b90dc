import type { AnyEvent } from '#shared/events/index.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'
import type { Workbench } from './workbench.ts'

/** All there is in a data folder by now, session by session. */
export async function readStored({
  dataDir,
}: Pick<Workbench, 'dataDir'>): Promise<readonly AnyEvent[]> {
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'reader' })
  return store.sessions.list().flatMap(({ id }) => [...store.events.read(id)].flat())
}
