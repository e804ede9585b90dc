import { answerCalls } from '../../worker-entry.ts'
import { diagnoseFiles } from './diagnose-files.ts'
import type { LanguageReply, LanguageRequest } from './language-protocol.ts'
import { orAborted } from './or-aborted.ts'
import { renameFiles } from './rename-files.ts'
import { POOL_LIMITS, ServerPool } from './server-pool.ts'

const pool = new ServerPool(POOL_LIMITS)
const under = new Map<number, AbortController>()

answerCalls<LanguageRequest, LanguageReply>(async (request) => {
  switch (request.type) {
    case 'diagnose':
      return cancellable(request.id, async (signal) => ({
        type: 'diagnosis',
        diagnosis: await diagnoseFiles(pool, request.work, signal),
      }))
    case 'rename':
      return cancellable(request.id, async (signal) => ({
        type: 'renames',
        renames: await renameFiles(pool, request.work, signal),
      }))
    case 'cancel':
      under.get(request.id)?.abort()
      return { type: 'done' }
    case 'end':
      for (const controller of under.values()) controller.abort()
      await pool.end()
      return { type: 'done' }
  }
})

async function cancellable(
  id: number,
  work: (signal: AbortSignal) => Promise<LanguageReply>,
): Promise<LanguageReply> {
  const controller = new AbortController()
  under.set(id, controller)
  try {
    // It may wait its turn behind others: nobody waits for that either.
    return await orAborted(work(controller.signal), controller.signal)
  } finally {
    under.delete(id)
  }
}
