import { answerCancellable } from '../../cancellable-calls.ts'
import { diagnoseFiles } from './diagnose-files.ts'
import type { LanguageReply, LanguageRequest } from './language-protocol.ts'
import { renameFiles } from './rename-files.ts'
import { POOL_LIMITS, ServerPool } from './server-pool.ts'

const pool = new ServerPool(POOL_LIMITS)

answerCancellable<LanguageRequest, LanguageReply>(async (request, signal) => {
  const { type } = request
  switch (type) {
    case 'diagnose':
      return { type, diagnosis: await diagnoseFiles(pool, request.work, signal) }
    case 'rename':
      return { type, renames: await renameFiles(pool, request.work, signal) }
    case 'end':
      await pool.end()
      return { type }
  }
})
