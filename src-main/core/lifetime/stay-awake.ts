import type { AnyEvent } from '#shared/events/index.ts'
import type { EventLog } from '../store/events/event-log.ts'

/** Keeps the machine from going to sleep until it is disposed. */
export type StayAwake = () => Disposable

/** Keeps the machine awake while any session runs; one that waits until a limit ends lets it sleep. */
export function stayAwakeWhileRunning(events: EventLog, stayAwake: StayAwake): Disposable {
  const running = new Set<AnyEvent['runId']>()
  let awake: Disposable | undefined
  const sleep = () => {
    awake?.[Symbol.dispose]()
    awake = undefined
  }
  const listening = events.onDidAppend((appended) => {
    for (const { kind, runId } of appended) {
      if (kind === 'run.started' || (kind === 'limit.resolved' && runId)) running.add(runId)
      if (kind === 'run.ended' || kind === 'limit.reached') running.delete(runId)
    }
    if (running.size > 0) awake ??= stayAwake()
    else sleep()
  })
  return {
    [Symbol.dispose]() {
      listening[Symbol.dispose]()
      sleep()
    },
  }
}
