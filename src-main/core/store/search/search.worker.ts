import type { Indexing } from '#shared/contract/procedures/search.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { assertNever } from '#shared/lib/assert.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { answerCalls } from '../../runtime/worker-entry.ts'
import { isDamagedFile, toStoreError } from '../database/store-error.ts'
import { type FoundEntries, findEntries, type Question } from './find-entries.ts'
import { IndexFile } from './index-file.ts'
import { Indexer } from './indexer.ts'
import { removeIndex } from './open-index.ts'
import { StoreReader } from './store-reader.ts'

export type SearchCall = { readonly dataDir: string } & (
  | { readonly type: 'follow'; readonly changed: readonly SessionId[] }
  | { readonly type: 'forget'; readonly deleted: readonly SessionId[] }
  | { readonly type: 'find'; readonly question: Question }
)

export interface SearchAnswer extends FoundEntries {
  readonly indexing?: Indexing
}

/** What is open of a data folder: the log to read, the index to write. */
class Rooms implements Disposable {
  readonly store: StoreReader
  readonly index: IndexFile
  readonly indexer: Indexer
  readonly #owned: DisposableStack

  constructor(dataDir: string) {
    using opening = new DisposableStack()
    this.store = opening.use(new StoreReader(dataDir))
    this.index = opening.use(new IndexFile(dataDir))
    this.indexer = opening.use(new Indexer(this.store, this.index))
    this.#owned = opening.move()
  }

  async answer(call: SearchCall): Promise<SearchAnswer> {
    switch (call.type) {
      case 'follow':
        await this.indexer.follow(call.changed)
        return { found: [] }
      case 'forget':
        this.indexer.forget(call.deleted)
        return { found: [] }
      case 'find': {
        this.indexer.hurry()
        const { indexing } = this.indexer
        return { ...findEntries(this, call.question), ...(indexing && { indexing }) }
      }
      default:
        return assertNever(call)
    }
  }

  [Symbol.dispose](): void {
    this.#owned[Symbol.dispose]()
  }
}

let open: Rooms | undefined

async function answer(call: SearchCall, isRetry = false): Promise<SearchAnswer> {
  let used: Rooms | undefined
  try {
    open ??= new Rooms(call.dataDir)
    used = open
    return await used.answer(call)
  } catch (error) {
    if (!isDamagedFile(error) || isRetry) throw toIndexError(error)
    if (open === used) startAnew(call.dataDir)
    return answer(call, true)
  }
}

/** The index is damaged. All of it can be had from the log. */
function startAnew(dataDir: string): void {
  open?.[Symbol.dispose]()
  open = undefined
  removeIndex(dataDir)
}

function toIndexError(error: unknown): unknown {
  if (!isDamagedFile(error)) return toStoreError(error)
  const message =
    'The search index is damaged and can’t be replaced. Close Orrery, then delete search.db in its data folder.'
  return new AppError('unavailable', message, { cause: error })
}

answerCalls((call: SearchCall) => answer(call))
