import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReplayFacts, ReplayPiece } from '#shared/contract/procedures/exchange.ts'
import { WorkerCalls } from '../runtime/worker-entry.ts'
import type { ReplayTask } from './write-replay.worker.ts'

const PIECE_BYTES = 256 * 1024

type Asked = Omit<ReplayTask, 'path'>

/** What a replay would be, counted in a worker thread; nothing is written. */
export function previewReplay(task: Asked, signal: AbortSignal): Promise<ReplayFacts> {
  return callWorker(task, signal)
}

/** Writes a replay in a worker thread, and hands it over in pieces; what it wrote to is gone afterwards. */
export async function* exportReplay(task: Asked, signal: AbortSignal): AsyncGenerator<ReplayPiece> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-export-'))
  try {
    const path = join(folder, 'replay.html')
    const facts = await callWorker({ ...task, path }, signal)
    const file = createReadStream(path, { encoding: 'utf8', highWaterMark: PIECE_BYTES, signal })
    for await (const text of file) yield { type: 'text', text: String(text) }
    yield { type: 'facts', facts }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** One worker a call: it ends with it, or when it no longer matters. */
async function callWorker(task: ReplayTask, signal: AbortSignal): Promise<ReplayFacts> {
  signal.throwIfAborted()
  await using worker = new WorkerCalls<ReplayTask, ReplayFacts>({
    from: import.meta.url,
    name: 'write-replay',
  })
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([worker.call(task), aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
