import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Content } from '#shared/contract/files.ts'
import { AppError } from '#shared/error.ts'
import type { Hash } from '#shared/ids.ts'
import { useContent } from '../../client/documents.ts'
import { bytesOf, findImage, type Image } from '../../client/find-image.ts'
import { useHost } from '../../client/host-context.tsx'
import type { ProjectFile } from '../../client/read-tree.ts'
import { useIsLive, useSessionId } from '../../client/session-context.tsx'
import { useTree } from '../../client/use-tree.ts'

/** A file as it can be shown at the playhead. */
export type FileDocument =
  | { readonly type: 'loading' }
  /** `hash` is absent where the text cannot be saved over; `image`: it can be seen as one. */
  | {
      readonly type: 'text'
      readonly text: string
      readonly hash?: Hash
      readonly image?: Image | undefined
      /** Absent for plain UTF-8. */
      readonly encoding?: string | undefined
    }
  | { readonly type: 'image'; readonly image: Image }
  | { readonly type: 'absent' | 'not-recorded' }
  | { readonly type: 'binary'; readonly bytes: number }
  /** `head` is its beginning, where it is text. */
  | { readonly type: 'too-large'; readonly bytes: number; readonly head?: string | undefined }
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
  return ofThePast(file, past, path)
}

function ofThePast(
  file: ProjectFile | undefined,
  past: ReturnType<typeof useContent>,
  path: string,
): FileDocument {
  if (!file) return { type: 'absent' }
  if (file.hash === null) return { type: 'not-recorded' }
  if (past.error) return { type: 'failed', message: past.error.message }
  return past.data ? toDocument(path, past.data) : { type: 'loading' }
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
  return data ? toDocument(path, data.content, data.hash) : { type: 'loading' }
}

/** What is kept of a file under its `diskKey`. */
export interface FileOnDisk {
  readonly content: Content
  /** Absent where it is too large to be read as a whole. */
  readonly hash?: Hash | undefined
}

export function diskKey(sessionId: string, path: string, logged: Hash | null) {
  return ['files', sessionId, path, logged] as const
}

function toFailure(error: Error): FileDocument {
  if (AppError.is(error) && error.code === 'not-found') return { type: 'absent' }
  return { type: 'failed', message: error.message }
}

function toDocument(path: string, content: Content, hash?: Hash): FileDocument {
  const image = findImage(path, content)
  switch (content.type) {
    case 'text':
      return { ...content, image, ...(hash && { hash }) }
    case 'too-large':
      return content
    case 'binary':
      return image ? { type: 'image', image } : { type: 'binary', bytes: bytesOf(content.base64) }
  }
}
