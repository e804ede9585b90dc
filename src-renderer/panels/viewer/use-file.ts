import type { FilesState, TouchedFile } from '#shared/projections/files.ts'
import { useContent } from '../../client/documents.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { useTree } from '../../client/use-tree.ts'

/** A file as the log knows it at the playhead. */
export type FileAtPlayhead =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'loading' | 'absent' | 'binary' | 'not-recorded' }
  | { readonly type: 'too-large'; readonly bytes: number }
  | { readonly type: 'failed'; readonly message: string }

export function useFile(path: string): FileAtPlayhead {
  const { files, isLoading } = useTree()
  const file = files?.find((one) => one.path === path)
  const { data, error } = useContent(file?.hash)
  if (!files) return { type: isLoading ? 'loading' : 'not-recorded' }
  if (!file) return { type: 'absent' }
  if (file.hash === null) return { type: 'not-recorded' }
  if (error) return { type: 'failed', message: error.message }
  if (!data) return { type: 'loading' }
  if (data.type === 'text') return { type: 'text', text: data.text }
  return data.type === 'binary' ? { type: 'binary' } : { type: 'too-large', bytes: data.bytes }
}

/** What the file held at the beginning; without `text` where it is as it was. Absent until it has come. */
export function useStart(path: string): { readonly text?: string } | undefined {
  const select = (state: FilesState): TouchedFile | undefined => state.touched[path]
  const touched = useProjection(useSessionView(), 'files', select)
  const { data } = useContent(touched?.before?.hash)
  if (!touched) return {}
  if (touched.before === null) return { text: '' }
  return data?.type === 'text' ? { text: data.text } : undefined
}
