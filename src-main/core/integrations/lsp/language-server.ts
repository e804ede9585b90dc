import { pathToFileURL } from 'node:url'
import type { DidChangeWatchedFilesParams, InitializeParams } from 'vscode-languageserver-protocol'
import { z } from 'zod'
import { compareScans, type Scan } from '../../code/scan-files.ts'
import { Serial } from '../../runtime/serial-queue.ts'
import type { ServerDefinition } from './define.ts'
import { OpenDocuments, toUri } from './open-documents.ts'
import { ServerConnection } from './server-connection.ts'

/** Servers that name no version may publish twice: what is plain at once, then the rest. */
const QUIET_MS = 300

/** A file as it is on disk. */
export interface SourceText {
  readonly path: string
  readonly text: string
}

interface LanguageServerOptions {
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

// What servers answer, as far as we use it. Whatever else is in it is theirs.

const Point = z.object({ line: z.int().nonnegative(), character: z.int().nonnegative() })
const Range = z.object({ start: Point, end: Point })

const LspDiagnostic = z.object({
  range: Range,
  severity: z.int().min(1).max(4).optional(),
  code: z.union([z.string(), z.number()]).optional(),
  message: z.string(),
})
export type LspDiagnostic = z.infer<typeof LspDiagnostic>

const Published = z.object({
  uri: z.string(),
  version: z.int().nullish(),
  diagnostics: z.array(LspDiagnostic),
})

const Report = z.object({ items: z.array(LspDiagnostic).default([]) })

const Initialized = z.object({
  capabilities: z.looseObject({
    diagnosticProvider: z.looseObject({}).optional(),
    workspace: z
      .looseObject({
        fileOperations: z.looseObject({ willRename: z.looseObject({}).optional() }).optional(),
      })
      .optional(),
  }),
})
type Capabilities = z.infer<typeof Initialized>['capabilities']

const LspEdit = z.object({ range: Range, newText: z.string() })
export type LspEdit = z.infer<typeof LspEdit>

/** Edits of texts; what would create or delete files is left out. */
export const WorkspaceEdit = z
  .object({
    changes: z.record(z.string(), z.array(LspEdit)).optional(),
    documentChanges: z
      .array(
        z.union([
          z.object({ textDocument: z.object({ uri: z.string() }), edits: z.array(LspEdit) }),
          z.looseObject({ kind: z.string() }),
        ]),
      )
      .optional(),
  })
  .nullable()
export type WorkspaceEdit = z.infer<typeof WorkspaceEdit>

/** What a server asks for by sections of settings. */
const Items = z.object({ items: z.array(z.object({ section: z.string().optional() })) })

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
class PublishedDiagnostics implements Disposable {
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
