import type { Workspace } from '../../workspace/define.ts'

/** The snapshot of a run's start. Calls that change files wait for it, and so does the run's end. */
export class RunSnapshot {
  readonly #workspace: Pick<Workspace, 'snapshot'>
  #taken: Promise<void> = Promise.resolve()

  constructor(workspace: Pick<Workspace, 'snapshot'>) {
    this.#workspace = workspace
  }

  begin(): void {
    this.#taken = this.#workspace.snapshot()
    // Whoever waits for it learns of a failure.
    this.#taken.catch(() => undefined)
  }

  /** Settles once the snapshot is recorded or has failed; resolves at once where none was begun. */
  get taken(): Promise<void> {
    return this.#taken
  }
}
