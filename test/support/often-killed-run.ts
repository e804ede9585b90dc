import { fork } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { AnyEvent } from '#shared/events/index.ts'
import { bundleProgram } from './bundle-program.ts'
import type { Order, Told } from './killed-often.ts'
import type { RunFixture } from './run-fixture.ts'

const source = join(import.meta.dirname, 'killed-often.ts')

/** When a life ends: so many events that nobody has seen before, and so much later. */
export interface Death {
  readonly afterEvents: number
  readonly delayMs: number
}

/** What followers saw, over all lives, by seq. */
export type Seen = Map<number, AnyEvent>

/** Lets a session die at each of these moments, and then come to its end. Answers what was seen. */
export async function runThroughDeaths(
  fixture: RunFixture,
  prompt: string,
  deaths: readonly Death[],
): Promise<Seen> {
  await fixture.close()
  using program = deaths.length > 0 ? await bundleProgram(source) : undefined
  const path = program?.path ?? source
  const seen: Seen = new Map()
  let next = launch(fixture, path)
  for (const death of deaths) {
    using life = next
    next = launch(fixture, path)
    const hasEnded = await life.live(prompt, seen, death)
    if (hasEnded) throw new Error('The run has ended before it could be killed so often.')
    await life.kill()
  }
  using last = next
  await last.live(prompt, seen)
  await last.kill()
  return seen
}

/** It is started before its time: to load what it needs takes longer than many a life. */
function launch({ dataDir, server, sessionId, root }: RunFixture, path: string) {
  const process_ = fork(path, [dataDir, server.url, sessionId, root], {
    serialization: 'advanced',
    env: { ...process.env, NODE_COMPILE_CACHE: join(dirname(dataDir), 'compiled') },
  })
  const exited = once(process_, 'exit')
  const ready = once(process_, 'message')
  return {
    /** Resolves when it is to die; true: its run has ended. */
    live: async (prompt: string, seen: Seen, death?: Death): Promise<boolean> => {
      await ready
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const known = Math.max(0, ...seen.keys())
      process_.on('message', (told: Told) => {
        if (told.type !== 'events') return
        for (const event of told.events) seen.set(event.seq, event)
        const last = told.events.at(-1)
        const isOver = (event: AnyEvent) =>
          event.kind === 'run.ended' && event.data.outcome === 'ok'
        if (told.events.some(isOver)) resolve(true)
        else if (death && (last?.seq ?? 0) >= known + death.afterEvents) resolve(false)
      })
      process_.send({ prompt } satisfies Order)
      const hasEnded = await Promise.race([promise, exited.then(() => gone())])
      if (death && !hasEnded) await delay(death.delayMs)
      return hasEnded
    },
    kill: async () => {
      process_.kill('SIGKILL')
      await exited
    },
    [Symbol.dispose]: () => void process_.kill('SIGKILL'),
  }
}

function gone(): never {
  throw new Error('The other process ended by itself.')
}
