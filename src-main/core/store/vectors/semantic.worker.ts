import { AppError } from '#shared/lib/app-error.ts'
import { assertNever } from '#shared/lib/assert.ts'
import { answerCalls } from '../../runtime/worker-entry.ts'
import { isDamagedFile, toStoreError } from '../database/store-error.ts'
import { forgetOthers, readFiles } from './read-files.ts'
import { type FoundPiece, removeSemanticFile, SemanticFile } from './semantic-file.ts'

export type SemanticCall = { readonly dataDir: string; readonly root: string } & (
  | { readonly type: 'read'; readonly paths: readonly string[] }
  | { readonly type: 'forgetOthers'; readonly paths: readonly string[] }
  | { readonly type: 'unembedded'; readonly model: string; readonly limit: number }
  | {
      readonly type: 'keep'
      readonly model: string
      readonly vectors: readonly { readonly hash: string; readonly vector: Float32Array }[]
    }
  | {
      readonly type: 'find'
      readonly question: string
      /** Absent: by words alone. */
      readonly near?: { readonly model: string; readonly vector: Float32Array } | undefined
      readonly under: string
      readonly limit: number
    }
)

export interface SemanticAnswer {
  readonly pieces: number
  /** Texts that the model has yet to be asked for: so many, and the first of them. */
  readonly missing?: number
  readonly texts?: readonly { readonly hash: string; readonly text: string }[]
  readonly byWords?: readonly FoundPiece[]
  readonly byMeaning?: readonly FoundPiece[]
}

let index: SemanticFile | undefined

answerCalls((call: SemanticCall) => answerOrRebuild(call))

function answerOrRebuild(call: SemanticCall, isRetry = false): SemanticAnswer {
  try {
    index ??= new SemanticFile(call.dataDir)
    return { pieces: index.countPieces(call.root), ...answer(index, call) }
  } catch (error) {
    if (!isDamagedFile(error)) throw toStoreError(error)
    if (isRetry) throw new AppError('unavailable', CANNOT_REBUILD, { cause: error })
    index?.[Symbol.dispose]()
    index = undefined
    removeSemanticFile(call.dataDir)
    return answerOrRebuild(call, true)
  }
}

const CANNOT_REBUILD =
  'The index of project files is damaged and can’t be replaced. Close Orrery, then delete semantic.db in its data folder.'

function answer(file: SemanticFile, call: SemanticCall): Partial<SemanticAnswer> {
  const { root } = call
  switch (call.type) {
    case 'read':
      readFiles(file, root, call.paths)
      return { pieces: file.countPieces(root) }
    case 'forgetOthers':
      forgetOthers(file, root, call.paths)
      return { pieces: file.countPieces(root) }
    case 'unembedded':
      return {
        missing: file.countUnembedded(root, call.model),
        texts: file.unembedded(root, call.model, call.limit),
      }
    case 'keep':
      file.transact(() => {
        for (const { hash, vector } of call.vectors) file.keepVector(call.model, hash, vector)
      })
      return {}
    case 'find': {
      const scope = { root, under: call.under, limit: call.limit }
      return {
        byWords: file.findWords(call.question, scope),
        ...(call.near && { byMeaning: file.findNear(call.near, scope) }),
      }
    }
    default:
      return assertNever(call)
  }
}
