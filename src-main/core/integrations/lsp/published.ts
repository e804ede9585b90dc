import type { LspDiagnostic } from './answers.ts'

/** Servers that name no version may publish twice: what is plain at once, then the rest. */
const QUIET_MS = 300

interface Publication {
  readonly version: number | undefined
  readonly diagnostics: readonly LspDiagnostic[]
}

interface Waiting {
  readonly version: number
  readonly resolve: (found: readonly LspDiagnostic[]) => void
  quiet?: NodeJS.Timeout
}

/** What a server says of documents by itself, for those who wait for it. */
export class PublishedDiagnostics implements Disposable {
  readonly #waiting = new Map<string, Waiting>()

  /** Takes what a server has published. */
  take(uri: string, publication: Publication): void {
    const waiting = this.#waiting.get(uri)
    if (!waiting) return
    const { version, diagnostics } = publication
    if (version !== undefined && version < waiting.version) return
    clearTimeout(waiting.quiet)
    const found = () => {
      this.#waiting.delete(uri)
      waiting.resolve(diagnostics)
    }
    if (version !== undefined) found()
    else waiting.quiet = setTimeout(found, QUIET_MS)
  }

  /** What is said of a document in this version or a later one. One at a time for each document. */
  next(uri: string, version: number): Promise<readonly LspDiagnostic[]> {
    const { promise, resolve } = Promise.withResolvers<readonly LspDiagnostic[]>()
    clearTimeout(this.#waiting.get(uri)?.quiet)
    this.#waiting.set(uri, { version, resolve })
    return promise
  }

  [Symbol.dispose](): void {
    for (const { quiet } of this.#waiting.values()) clearTimeout(quiet)
    this.#waiting.clear()
  }
}
