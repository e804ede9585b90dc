import { keepPreviousData } from '@tanstack/react-query'
import type { Content } from '#shared/contract/procedures/files.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Hash } from '#shared/lib/ids.ts'
import type { FilesState } from '#shared/projections/files.ts'
import { bytesOf, findImage, type Image } from '../../../queries/content-image.ts'
import { useHostQuery } from '../../../queries/host-query.ts'
import type { ProjectFile } from '../../../session/file-tree.ts'
import { useIsLive, useSessionId } from '../../../session/session-context.tsx'
import { useContent } from '../../../session/session-queries.ts'
import { useTree } from '../../../session/use-tree.ts'

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
  const input = { sessionId: useSessionId(), path }
  const { data, error } = useHostQuery('files.read', input, {
    revision: logged,
    enabled: isEnabled,
    placeholderData: (previous, query) =>
      query?.queryKey[2]?.path === path ? keepPreviousData(previous) : undefined,
  })
  if (error) return toFailure(error)
  return data ? toDocument(path, data.content, data.hash) : { type: 'loading' }
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

type Touched = FilesState['touched']

interface Moments {
  /** As of the playhead, and as of the live end. */
  readonly here: Touched
  readonly atEnd: Touched
  readonly isLive: boolean
}

/** Says of a file that is not there at the playhead whether it ever was in this session. */
export function tellAbsence(path: string, name: string, { here, atEnd, isLive }: Moments): string {
  if (here[path]) return `${name} was removed${isLive ? '' : ' before this moment'}.`
  if (atEnd[path]) return `${name} did not exist yet at this moment.`
  return `${name} does not exist, and never did in this session.`
}
