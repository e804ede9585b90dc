import type { Content } from '#shared/contract/procedures/files.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Hash } from '#shared/lib/ids.ts'
import { Store } from '#shared/lib/store.ts'
import type { Draft, Drafts } from './file-drafts.ts'

/** Why a file could not be saved. */
export interface SaveFailure {
  readonly message: string
  readonly isConflict: boolean
}

/** The calls to the host that saving needs, bound to one session. */
export interface FileHost {
  /** Fails with `conflict` if the file on disk is no longer `base`. */
  save(input: Draft & { readonly path: string }): Promise<Hash>
  read(path: string): Promise<{ readonly content: Content; readonly hash?: Hash | undefined }>
  /** Shows the saved text as the file's content, before its draft is dropped. */
  publish(path: string, saved: { readonly text: string; readonly hash: Hash }): Promise<void>
}

/**
 * Saves the drafts of a session's files, one save at a time per file: a save requested while another
 * is in progress starts when that one ends, with the latest text. So a save never conflicts with an
 * earlier one of this window.
 */
export class FileSaver implements Disposable {
  readonly #drafts: Drafts
  /** Saves in progress, by path. */
  readonly #active = new Map<string, { isRequestedAgain: boolean }>()
  /** Texts sent to the host without an answer, by path: the disk may hold them. */
  readonly #unanswered = new Map<string, string>()
  readonly #failures = new Store<ReadonlyMap<string, SaveFailure>>(new Map())

  constructor(drafts: Drafts) {
    this.#drafts = drafts
  }

  readonly subscribe = this.#failures.subscribe

  /** The last save's failure of each file, by path. */
  readonly failures = this.#failures.get

  /** Saves a file's draft. Failures appear in `failures`. */
  async save(path: string, host: FileHost): Promise<void> {
    const active = this.#active.get(path)
    if (active) active.isRequestedAgain = true
    else await this.#saveUntilLatest(path, host)
  }

  /** Saves a file's draft over the current content on disk. */
  async overwrite(path: string, host: FileHost): Promise<void> {
    try {
      const { hash } = await host.read(path)
      if (!hash) throw new AppError('limit', 'The file on disk is now too large to overwrite.')
      this.#drafts.rebase(path, hash)
    } catch (error) {
      this.setFailure(path, toFailure(error))
      return
    }
    await this.save(path, host)
  }

  setFailure(path: string, failure: SaveFailure | undefined): void {
    const failures = new Map(this.failures())
    if (failure) failures.set(path, failure)
    else failures.delete(path)
    this.#failures.set(failures)
  }

  [Symbol.dispose](): void {
    this.#failures[Symbol.dispose]()
  }

  async #saveUntilLatest(path: string, host: FileHost): Promise<void> {
    const active = { isRequestedAgain: false }
    this.#active.set(path, active)
    using _kept = this.#drafts.keepWhileSaving(path)
    try {
      do {
        active.isRequestedAgain = false
        await this.#saveOnce(path, host)
      } while (active.isRequestedAgain)
      this.setFailure(path, undefined)
    } catch (error) {
      this.setFailure(path, toFailure(error))
    } finally {
      this.#active.delete(path)
    }
  }

  async #saveOnce(path: string, host: FileHost): Promise<void> {
    const draft = this.#drafts.state().get(path)
    if (!draft) return
    const hash = await this.#send({ path, ...draft }, host)
    this.#drafts.rebase(path, hash)
    await host.publish(path, { text: draft.text, hash })
    this.#drafts.discard(path, draft.text)
  }

  /** Sends a text. A conflict with this window's own earlier text, whose answer was lost, is none. */
  async #send(input: Draft & { readonly path: string }, host: FileHost): Promise<Hash> {
    const { path, text } = input
    try {
      const hash = await host.save(input).catch(async (error: unknown) => {
        const base = isConflict(error) ? await this.#findOwn(path, host) : undefined
        if (!base) throw error
        return host.save({ ...input, base })
      })
      this.#unanswered.delete(path)
      return hash
    } catch (error) {
      if (!isConflict(error)) this.#unanswered.set(path, text)
      throw error
    }
  }

  /** Returns the hash of the file on disk if it holds the text whose answer was lost. */
  async #findOwn(path: string, host: FileHost): Promise<Hash | undefined> {
    const text = this.#unanswered.get(path)
    if (text === undefined) return undefined
    const { content, hash } = await host.read(path)
    return content.type === 'text' && content.text === text ? hash : undefined
  }
}

function isConflict(error: unknown): boolean {
  return AppError.is(error) && error.code === 'conflict'
}

function toFailure(error: unknown): SaveFailure {
  const message = error instanceof Error ? error.message : 'Can’t save the file.'
  return { message, isConflict: isConflict(error) }
}
