import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'
import type { RunFixture } from './run-fixture.ts'

const PATIENCE_MS = 60_000
const child = join(import.meta.dirname, 'killed-run.ts')

/** How often something has happened by now. */
export interface Progress {
  readonly ended: number
  readonly asked: number
  readonly opened: number
  readonly sent: number
  /** Waits for limits that started. */
  readonly waits: number
}

/** Closes the store here, and runs the session in a process of its own. */
export async function runInChild(fixture: RunFixture, prompt: string) {
  await fixture.close()
  const { dataDir, server, sessionId } = fixture
  const args = [child, dataDir, server.url, sessionId, prompt]
  const process_ = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  return {
    until: async (isThere: (progress: Progress) => boolean) => {
      const deadline = performance.now() + PATIENCE_MS
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
    sent: count('message.sent'),
    waits: count('limit.reached'),
  }
}
