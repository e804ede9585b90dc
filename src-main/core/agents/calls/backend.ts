import type {
  DeleteResult,
  EditResult,
  ExecuteResponse,
  FileDownloadResponse,
  FileInfo,
  FileUploadResponse,
  GlobResult,
  GrepResult,
  LsResult,
  ReadRawResult,
  ReadResult,
  SandboxBackendProtocolV2,
  WriteResult,
} from 'deepagents'
import { AppError } from '#shared/error.ts'
import { replaceText } from '../../tools/replace-text.ts'
import type { FileStat, Written } from '../../workspace/define.ts'
import { keepBusy, type RunContext } from '../run-context.ts'
import { executeCommand } from './execute-command.ts'
import { type RunningCall, runningCall, sourceOf } from './running-call.ts'

const MAX_BYTES = 10 * 1024 * 1024
const MAX_FILES = 2000
const EMPTY = 'System reminder: File exists but has empty contents'

const BINARY: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['pdf', 'application/pdf'],
])

/**
 * What deepagents' file tools work on: the session's workspace, whose changes belong to the call that
 * runs. What deepagents itself puts aside (large results, old history) goes to the scratch documents.
 * Expected failures are answered, as the protocol wants it, and noted with the call.
 */
export class AgentBackend implements SandboxBackendProtocolV2 {
  readonly id = 'orrery'
  readonly #run: RunContext

  constructor(run: RunContext) {
    this.#run = run
  }

  ls(path: string): Promise<LsResult> {
    return answering(async () => {
      const files = await this.#run.workspace.list(path)
      return { files: files.map(toInfo) }
    })
  }

  read(path: string, offset = 0, limit = 500): Promise<ReadResult> {
    return answering(async () => {
      const mimeType = mimeTypeOf(path)
      if (mimeType) {
        const { bytes } = await this.#run.workspace.readBytes(path, { maxBytes: MAX_BYTES })
        return { content: bytes, mimeType }
      }
      return toWindow(await this.#run.workspace.readText(path), offset, limit)
    })
  }

  readRaw(path: string): Promise<ReadRawResult> {
    return answering(async () => {
      const content = await this.#run.workspace.readText(path)
      const at = new Date((await this.#run.workspace.stat(path))?.modifiedAt ?? 0).toISOString()
      return { data: { content, mimeType: 'text/plain', created_at: at, modified_at: at } }
    })
  }

  write(path: string, content: string): Promise<WriteResult> {
    return answering(async () => {
      const call = runningCall.getStore()
      if (call)
        note(call, [await this.#run.workspace.write(path, content, sourceOf(this.#run, call))])
      else await this.#putAside(path, content)
      return { path, filesUpdate: null }
    })
  }

  edit(path: string, oldText: string, newText: string, all = false): Promise<EditResult> {
    return answering(async () => {
      const call = runningCall.getStore()
      if (!call) throw new AppError('denied', 'A file is only edited by a tool call.')
      let occurrences = 0
      const change = (text: string) => {
        const replaced = replaceText(text, { oldText, newText, all })
        if ('error' in replaced) throw new AppError('invalid-input', replaced.error)
        occurrences = replaced.occurrences
        return replaced.text
      }
      note(call, [await this.#run.workspace.edit(path, change, sourceOf(this.#run, call))])
      return { path, filesUpdate: null, occurrences }
    })
  }

  delete(path: string): Promise<DeleteResult> {
    return answering(async () => {
      const call = runningCall.getStore()
      if (!call) throw new AppError('denied', 'A file is only deleted by a tool call.')
      note(call, await this.#run.workspace.remove(path, sourceOf(this.#run, call)))
      return { path, filesUpdate: null }
    })
  }

  grep(
    pattern: string,
    path?: string | null,
    glob?: string | null,
    maxCount?: number | null,
  ): Promise<GrepResult> {
    return answering(async () => {
      const { items, isComplete } = await this.#run.workspace.grep({
        pattern,
        signal: this.#run.signal,
        ...(path && { path }),
        ...(glob && { glob }),
        ...(maxCount && { maxMatches: maxCount }),
      })
      return { matches: [...items], truncated: !isComplete }
    })
  }

  glob(pattern: string, path?: string): Promise<GlobResult> {
    return answering(async () => {
      const { items, isComplete } = await this.#run.workspace.glob({
        pattern,
        maxFiles: MAX_FILES,
        signal: this.#run.signal,
        ...(path && { path }),
      })
      return { files: items.map(toInfo), truncated: !isComplete }
    })
  }

  execute(command: string): Promise<ExecuteResponse> {
    const call = runningCall.getStore()
    if (!call) throw new AppError('denied', 'A command is only run by a tool call.')
    return keepBusy(this.#run, executeCommand(this.#run, call, command))
  }

  uploadFiles(files: [string, Uint8Array][]): Promise<FileUploadResponse[]> {
    return Promise.all(
      files.map(async ([path, content]) => {
        await this.#putAside(path, new TextDecoder().decode(content))
        return { path, error: null }
      }),
    )
  }

  async downloadFiles(paths: string[]): Promise<FileDownloadResponse[]> {
    return Promise.all(paths.map((path) => this.#download(path)))
  }

  async #download(path: string): Promise<FileDownloadResponse> {
    const { workspace } = this.#run
    if (!(await workspace.stat(path))) return { path, content: null, error: 'file_not_found' }
    const { bytes } = await workspace.readBytes(path, { maxBytes: MAX_BYTES })
    return { path, content: bytes, error: null }
  }

  /** A large result belongs to the call that it answers; the rest of it is nobody's. */
  async #putAside(path: string, text: string): Promise<void> {
    if (isOnDisk(path)) throw new AppError('denied', 'A file is only changed by a tool call.')
    const { journal, log, runId, store, workspace } = this.#run
    await store.flush()
    const spanId = journal.findAnswered(path)
    const by = { type: 'call', runId, isOver: () => log.isClosed } as const
    await workspace.write(path, text, spanId ? { ...by, spanId } : { type: 'unknown' })
  }
}

function isOnDisk(path: string): boolean {
  return path.split('/').find((part) => part !== '' && part !== '.') === 'workspace'
}

function note(call: RunningCall, written: readonly Written[]): void {
  call.written.push(...written)
}

/** Turns an expected failure into the answer the protocol has for it. */
async function answering<R>(act: () => Promise<R>): Promise<R | { error: string }> {
  try {
    return await act()
  } catch (error) {
    if (!AppError.is(error) || error.code === 'cancelled') throw error
    const call = runningCall.getStore()
    if (call) call.error = error.message
    return { error: error.message }
  }
}

function toInfo({ path, isFolder, size, modifiedAt }: FileStat): FileInfo {
  const shown = isFolder && !path.endsWith('/') ? `${path}/` : path
  return { path: shown, is_dir: isFolder, size, modified_at: new Date(modifiedAt).toISOString() }
}

function mimeTypeOf(path: string): string | undefined {
  return BINARY.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
}

/** The lines asked for, and how to go on reading. */
function toWindow(text: string, offset: number, limit: number): ReadResult {
  if (text === '') return { content: EMPTY }
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text.split('\n')
  if (offset >= lines.length) {
    const message = `The file has ${lines.length} lines: there are none from ${offset} on.`
    throw new AppError('invalid-input', message)
  }
  const shown = lines.slice(offset, offset + limit)
  const end = offset + shown.length
  return {
    content: shown.join('\n'),
    mimeType: 'text/plain',
    totalLines: lines.length,
    startLine: offset + 1,
    endLine: end,
    ...(end < lines.length && { nextOffset: end }),
  }
}
