import type { Hash } from '#shared/lib/ids.ts'
import { Store } from '#shared/lib/store.ts'

/** What a person typed into a file and has not saved. */
export interface Draft {
  readonly text: string
  /** The content it was made from; saving over another is a conflict. */
  readonly base: Hash
}

/** The unsaved edits of a session's files in this window, by path; they outlive the panel they were typed in. */
export class Drafts implements Disposable {
  /** Paths with a save in progress. */
  readonly #saving = new Set<string>()
  readonly #all = new Store<ReadonlyMap<string, Draft>>(new Map())

  readonly subscribe = this.#all.subscribe

  readonly state = this.#all.get

  /**
   * The first edit of a path fixes its base. Typing the saved text again discards the draft, except
   * during a save: the disk is about to hold another text.
   */
  edit(path: string, text: string, saved: Draft): void {
    const base = this.state().get(path)?.base ?? saved.base
    const isSaved = text === saved.text && base === saved.base && !this.#saving.has(path)
    if (isSaved) this.discard(path)
    else this.#all.set(new Map(this.state()).set(path, { text, base }))
  }

  /** Until disposed, no edit discards the draft of this path. */
  keepWhileSaving(path: string): Disposable {
    this.#saving.add(path)
    return { [Symbol.dispose]: () => this.#saving.delete(path) }
  }

  /** Takes back the draft, unless it has become another than `text` meanwhile. */
  discard(path: string, text?: string): void {
    const draft = this.state().get(path)
    if (!draft || (text !== undefined && draft.text !== text)) return
    const rest = new Map(this.state())
    rest.delete(path)
    this.#all.set(rest)
  }

  /** Gives a draft back that was taken back, for whatever has been typed since. */
  restore(path: string, draft: Draft): void {
    this.#all.set(new Map(this.state()).set(path, draft))
  }

  /** What was typed since a save is from now on made from what was saved. */
  rebase(path: string, base: Hash): void {
    const draft = this.state().get(path)
    if (draft) this.#all.set(new Map(this.state()).set(path, { ...draft, base }))
  }

  [Symbol.dispose](): void {
    this.#all[Symbol.dispose]()
  }
}
