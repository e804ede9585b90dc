import { answerCancellable } from '../../runtime/cancellable-calls.ts'
import type { Diagnosis, RenameEdits } from './define.ts'
import { type DiagnoseWork, diagnoseFiles } from './diagnose-files.ts'
import { type RenameWork, renameFiles } from './rename-files.ts'
import { LimitedPool, POOL_LIMITS, ServerPool } from './server-pool.ts'

/** A server that runs already is used nevertheless. */
interface StartLimits {
  /** Servers that may not be started, by the hash of their entry. */
  readonly unstartable: readonly string[]
}

/** What the worker that speaks to servers is asked. */
export type LanguageRequest =
  | ({ readonly type: 'diagnose'; readonly work: DiagnoseWork } & StartLimits)
  | ({ readonly type: 'rename'; readonly work: RenameWork } & StartLimits)
  /** Ends every server. */
  | { readonly type: 'end' }

/** Servers that were needed and not allowed to start, by the hash of their entry. */
interface Refused {
  readonly refused: readonly string[]
}

export type LanguageReply =
  | ({ readonly type: 'diagnose'; readonly diagnosis: Diagnosis } & Refused)
  | ({ readonly type: 'rename'; readonly renames: RenameEdits } & Refused)
  | { readonly type: 'end' }

const pool = new ServerPool(POOL_LIMITS)

answerCancellable<LanguageRequest, LanguageReply>(async (request, signal) => {
  const { type } = request
  switch (type) {
    case 'diagnose': {
      const limited = new LimitedPool(pool, request.unstartable)
      const diagnosis = await diagnoseFiles(limited, request.work, signal)
      return { type, diagnosis, refused: [...limited.refused] }
    }
    case 'rename': {
      const limited = new LimitedPool(pool, request.unstartable)
      const renames = await renameFiles(limited, request.work, signal)
      return { type, renames, refused: [...limited.refused] }
    }
    case 'end':
      await pool.end()
      return { type }
  }
})
