import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Content } from '#shared/contract/files.ts'
import { AppError } from '#shared/error.ts'
import type { Hash } from '#shared/ids.ts'
import { useContent } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import type { ProjectFile } from '../../client/read-tree.ts'
import { useIsLive, useSessionId } from '../../client/session-context.tsx'
import { useTree } from '../../client/use-tree.ts'

/** A file as it can be shown at the playhead. */
export type FileDocument =
  | { readonly type: 'loading' }
  /** `hash` is absent where the text cannot be saved over. */
  | { readonly type: 'text'; readonly text: string; readonly hash?: Hash }
  | { readonly type: 'absent' | 'binary' | 'not-recorded' }
  | { readonly type: 'too-large'; readonly bytes: number }
  | { readonly type: 'failed'; readonly message: string }

/** The file as it is on disk where the session is live, and as the log knows it in the past. */
export function useFileDocument(path: string): FileDocument {
  const isLive = useIsLive()
  const { files, isLoading } = useTree()
  const file = files?.find((one) => one.path === path)
  const disk = useDiskFile(path, file?.hash ?? null, isLive)
  const past = useContent(isLive ? null : file?.hash)
  if (isLive) return disk
  if (!files) return isLoading ? { type: 'loading' } : { type: 'not-recorded' }
  return ofThePast(file, past)
}

function ofThePast(
  file: ProjectFile | undefined,
  past: ReturnType<typeof useContent>,
): FileDocument {
  if (!file) return { type: 'absent' }
  if (file.hash === null) return { type: 'not-recorded' }
  if (past.error) return { type: 'failed', message: past.error.message }
  return past.data ? toDocument(past.data) : { type: 'loading' }
}

/** Read again whenever the log or the host says that it is another. */
function useDiskFile(path: string, logged: Hash | null, isEnabled: boolean): FileDocument {
  const client = useHost()
  const sessionId = useSessionId()
  const { data, error } = useQuery({
    queryKey: diskKey(sessionId, path, logged),
    queryFn: ({ signal }) => client['files.read']({ sessionId, path }, signal),
    enabled: isEnabled,
    placeholderData: (previous, query) =>
      query?.queryKey[2] === path ? keepPreviousData(previous) : undefined,
    retry: false,
  })
  if (error) return toFailure(error)
  return data ? toDocument(data.content, data.hash) : { type: 'loading' }
}

/** What is kept of a file under its `diskKey`. */
export interface FileOnDisk {
  readonly content: Content
  readonly hash: Hash
}

export function diskKey(sessionId: string, path: string, logged: Hash | null) {
  return ['files', sessionId, path, logged] as const
}

function toFailure(error: Error): FileDocument {
  if (AppError.is(error) && error.code === 'not-found') return { type: 'absent' }
  return { type: 'failed', message: error.message }
}

function toDocument(content: Content, hash?: Hash): FileDocument {
  if (content.type === 'text') return { type: 'text', text: content.text, ...(hash && { hash }) }
  if (content.type === 'too-large') return { type: 'too-large', bytes: content.bytes }
  return { type: 'binary' }
}
