import type {
  BackendProtocolV2,
  EditResult,
  FileDownloadResponse,
  FileUploadResponse,
  GlobResult,
  GrepResult,
  LsResult,
  ReadRawResult,
  ReadResult,
  WriteResult,
} from 'deepagents'
import { AppError } from '#shared/lib/app-error.ts'
import type { Workspace } from '../../workspace/define.ts'

const MAX_BYTES = 10 * 1024 * 1024

/** Agents work on files by tools of ours. */
const NOT_HERE = { error: 'Files are only worked on by tool calls.' }

/**
 * Where deepagents saves what it takes out of a thread (old history, long prompts): the session's
 * scratch documents. Expected failures are answered, as the protocol wants it.
 */
export class AgentBackend implements BackendProtocolV2 {
  readonly #workspace: Workspace

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  async write(path: string, content: string): Promise<WriteResult> {
    try {
      await this.#putAside(path, content)
      return { path, filesUpdate: null }
    } catch (error) {
      if (!AppError.is(error) || error.code === 'cancelled') throw error
      return { error: error.message }
    }
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

  ls(): LsResult {
    return NOT_HERE
  }

  read(): ReadResult {
    return NOT_HERE
  }

  readRaw(): ReadRawResult {
    return NOT_HERE
  }

  edit(): EditResult {
    return NOT_HERE
  }

  grep(): GrepResult {
    return NOT_HERE
  }

  glob(): GlobResult {
    return NOT_HERE
  }

  async #download(path: string): Promise<FileDownloadResponse> {
    if (!(await this.#workspace.stat(path))) return { path, content: null, error: 'file_not_found' }
    const { bytes } = await this.#workspace.readBytes(path, { maxBytes: MAX_BYTES })
    return { path, content: bytes, error: null }
  }

  async #putAside(path: string, text: string): Promise<void> {
    if (isOnDisk(path)) throw new AppError('denied', 'A file is only changed by a tool call.')
    await this.#workspace.write(path, text, { type: 'unknown' })
  }
}

function isOnDisk(path: string): boolean {
  return path.split('/').find((part) => part !== '' && part !== '.') === 'workspace'
}
