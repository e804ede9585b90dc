import { pathToFileURL } from 'node:url'
import type { DidChangeWatchedFilesParams, InitializeParams } from 'vscode-languageserver-protocol'
import type { z } from 'zod'
import { compareScans, type Scan } from '../../code/scan-files.ts'
import { Serial } from '../../workspace/serial.ts'
import {
  type Capabilities,
  Initialized,
  Items,
  type LspDiagnostic,
  Published,
  Report,
  WorkspaceEdit,
} from './answers.ts'
import type { ServerDefinition } from './define.ts'
import { OpenDocuments, toUri } from './open-documents.ts'
import { PublishedDiagnostics } from './published.ts'
import { ServerConnection } from './server-connection.ts'

/** A file as it is on disk. */
export interface SourceText {
  readonly path: string
  readonly text: string
}

export interface LanguageServerOptions {
  readonly definition: ServerDefinition
  readonly root: string
  readonly limitMs: number
}

/** One server at work on one folder: what it is asked, it is asked in order. */
export class LanguageServer implements AsyncDisposable {
  readonly #options: LanguageServerOptions
  readonly #connection: ServerConnection
  readonly #documents: OpenDocuments
  readonly #published = new PublishedDiagnostics()
  readonly #serial = new Serial()
  readonly #capabilities: Promise<Capabilities>
  #isPulled = false
  #scan: Scan | undefined

  constructor(options: LanguageServerOptions) {
    this.#options = options
    this.#connection = new ServerConnection({
      ...options,
      answer: (method, params) => this.#answer(method, params),
      heard: (method, params) => this.#hear(method, params),
    })
    const notify = (method: string, params: unknown) => this.#connection.notify(method, params)
    const { languages } = options.definition
    const { root } = options
    this.#documents = new OpenDocuments({ root, languages, notify, isTold: () => !this.#isPulled })
    this.#capabilities = this.#initialize()
    // Whoever asks it is told.
    this.#capabilities.catch(() => {})
  }

  /** Why it can't be asked any more; `undefined`: it can. */
  get why(): string | undefined {
    return this.#connection.why
  }

  get ended(): Promise<string> {
    return this.#connection.ended
  }

  /** Tells it what is on disk now, before it is asked about that. */
  async follow(scan: Scan, signal: AbortSignal): Promise<void> {
    await this.#connection.inTime(this.#capabilities, signal)
    const before = this.#scan
    this.#scan = scan
    if (!before) return
    const { created, changed, deleted } = compareScans(before, scan)
    for (const path of [...changed, ...deleted]) this.#documents.close(path)
    const changes = [...toEvents(created, 1), ...toEvents(changed, 2), ...toEvents(deleted, 3)]
    if (changes.length === 0) return
    const params: DidChangeWatchedFilesParams = {
      changes: changes.map(({ path, type }) => ({ uri: this.#documents.uriOf(path), type })),
    }
    this.#connection.notify('workspace/didChangeWatchedFiles', params)
  }

  /** `undefined`: it is there, and told nothing of this file within the time it has. */
  diagnose(source: SourceText, signal: AbortSignal): Promise<readonly LspDiagnostic[] | undefined> {
    return this.#serial.run(async () => {
      await this.#capabilities
      signal.throwIfAborted()
      const version = this.#documents.show(source.path, source.text)
      const uri = this.#documents.uriOf(source.path)
      if (!this.#isPulled) {
        return this.#connection.told(this.#published.next(uri, version), signal)
      }
      const params = { textDocument: { uri } }
      const { items } = await this.#ask('textDocument/diagnostic', params, Report, signal)
      return items
    })
  }

  /** What it would write elsewhere where a file is moved; `null`: nothing, or it does not know how. */
  renameEdits(
    {
      source,
      from,
      to,
    }: { readonly source: SourceText; readonly from: string; readonly to: string },
    signal: AbortSignal,
  ): Promise<WorkspaceEdit> {
    return this.#serial.run(async () => {
      const { workspace } = await this.#capabilities
      if (!workspace?.fileOperations?.willRename) return null
      signal.throwIfAborted()
      // What it belongs to is loaded with it.
      this.#documents.show(source.path, source.text)
      const { root } = this.#options
      const files = [{ oldUri: toUri(root, from), newUri: toUri(root, to) }]
      return this.#ask('workspace/willRenameFiles', { files }, WorkspaceEdit, signal)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#published[Symbol.dispose]()
    await this.#connection[Symbol.asyncDispose]()
  }

  /** How long it has for an answer. */
  get limitMs(): number {
    return this.#options.limitMs
  }

  async #initialize(): Promise<Capabilities> {
    const { root, definition } = this.#options
    const params = toInitialize(root, definition.initialization)
    const { capabilities } = await this.#ask('initialize', params, Initialized)
    this.#isPulled = capabilities.diagnosticProvider !== undefined
    this.#connection.notify('initialized', {})
    return capabilities
  }

  #ask<T>(method: string, params: unknown, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
    return this.#connection.request({ method, params }, schema, signal)
  }

  /** A server asks for settings, and tells what it wants to hear of: all of it. */
  #answer(method: string, params: unknown): unknown {
    if (method !== 'workspace/configuration') return null
    const asked = Items.safeParse(params)
    const { settings = {} } = this.#options.definition
    const sections = asked.success ? asked.data.items.map(({ section = '' }) => section) : []
    return sections.map((section) => (Object.hasOwn(settings, section) ? settings[section] : null))
  }

  #hear(method: string, params: unknown): void {
    if (method !== 'textDocument/publishDiagnostics') return
    const published = Published.safeParse(params)
    if (!published.success) return
    const { uri, version, diagnostics } = published.data
    this.#published.take(uri, { version: version ?? undefined, diagnostics })
  }
}

function toEvents(paths: readonly string[], type: 1 | 2 | 3) {
  return paths.map((path) => ({ path, type }) as const)
}

function toInitialize(root: string, initializationOptions: unknown): InitializeParams {
  const uri = pathToFileURL(root).href
  return {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: 'project' }],
    ...(initializationOptions !== undefined && { initializationOptions }),
    capabilities: {
      general: { positionEncodings: ['utf-16'] },
      textDocument: {
        synchronization: {},
        diagnostic: { dynamicRegistration: false },
        publishDiagnostics: { versionSupport: true },
      },
      workspace: {
        configuration: true,
        workspaceFolders: true,
        didChangeWatchedFiles: { dynamicRegistration: true },
        fileOperations: { willRename: true },
        workspaceEdit: { documentChanges: true },
      },
    },
  }
}
