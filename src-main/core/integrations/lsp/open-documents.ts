import { createHash } from 'node:crypto'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type {
  DidChangeTextDocumentParams,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
} from 'vscode-languageserver-protocol'
import type { ServerDefinition } from './define.ts'

/** A server keeps all of an open document in memory. */
const MAX_OPEN = 40

interface OpenDocument {
  readonly version: number
  readonly digest: string
}

interface Shown {
  readonly text: string
  readonly version: number
}

interface DocumentsOptions {
  readonly root: string
  readonly languages: ServerDefinition['languages']
  readonly notify: (method: string, params: unknown) => void
  /** A server that speaks by itself does so once a document has changed: it is told so each time. */
  readonly isTold: () => boolean
}

/** The documents that are open in one server, as they are on disk. */
export class OpenDocuments {
  readonly #options: DocumentsOptions
  /** Least recently used first. */
  readonly #open = new Map<string, OpenDocument>()
  /** Never given twice: what is said of a document that was open before is not taken for this one. */
  #lastVersion = 0

  constructor(options: DocumentsOptions) {
    this.#options = options
  }

  /** Makes the server see this text; its version. */
  show(path: string, text: string): number {
    const digest = createHash('sha256').update(text).digest('base64')
    const known = this.#open.get(path)
    const isSame = known?.digest === digest && !this.#options.isTold()
    const version = isSame ? known.version : ++this.#lastVersion
    if (!known) this.#begin(path, { text, version })
    else if (!isSame) this.#change(path, { text, version })
    this.#open.delete(path)
    this.#open.set(path, { version, digest })
    for (const [oldest] of [...this.#open].slice(0, -MAX_OPEN)) this.close(oldest)
    return version
  }

  /** The server reads it from disk from now on. */
  close(path: string): void {
    if (!this.#open.delete(path)) return
    const params: DidCloseTextDocumentParams = { textDocument: { uri: this.uriOf(path) } }
    this.#options.notify('textDocument/didClose', params)
  }

  uriOf(path: string): string {
    return toUri(this.#options.root, path)
  }

  #begin(path: string, { text, version }: Shown): void {
    const languageId = this.#options.languages[extname(path).toLowerCase()] ?? 'plaintext'
    const textDocument = { uri: this.uriOf(path), languageId, version, text }
    const params: DidOpenTextDocumentParams = { textDocument }
    this.#options.notify('textDocument/didOpen', params)
  }

  #change(path: string, { text, version }: Shown): void {
    const params: DidChangeTextDocumentParams = {
      textDocument: { uri: this.uriOf(path), version },
      contentChanges: [{ text }],
    }
    this.#options.notify('textDocument/didChange', params)
  }
}

/** The address of a path below a folder. */
export function toUri(root: string, path: string): string {
  return pathToFileURL(join(root, path)).href
}
