import type { FilesState, TouchedFile } from '#shared/projections/files.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useContent } from '../../client/documents.ts'
import type { EditorLook } from '../../client/editor-look.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { useCommitted } from './use-committed.ts'
import { type ContentThen, toThen, useContentAt } from './use-content-at.ts'

/** What a file is compared with. */
export type Base =
  | { readonly type: 'nothing' | 'loading' }
  /** `''` where there was no such file. */
  | { readonly type: 'text'; readonly text: string }
  /** Why it can't be had, as a sentence. */
  | { readonly type: 'cannot'; readonly why: string }

/** The text to compare a file with; `now` is what it holds at the playhead. */
export function useBase(path: string, now: string | undefined, look: EditorLook): Base {
  const start = useStart(path)
  const run = useProjection(useSessionView(), 'timeline', selectLastRun)
  const { compareWith } = look
  const point = useContentAt(path, compareWith === 'point' ? look.point : undefined)
  const atRun = useContentAt(path, compareWith === 'run' ? run?.seq : undefined)
  const committed = useCommitted(path, compareWith === 'git')
  const then = { nothing: NOTHING, start, run: run ? atRun : NO_RUN, git: committed, point }[
    compareWith
  ]
  const content = useContent(then.type === 'content' ? then.hash : undefined)
  switch (then.type) {
    case 'same':
      return now === undefined ? { type: 'loading' } : { type: 'text', text: now }
    case 'absent':
      return { type: 'text', text: '' }
    case 'content':
      return toBase(content)
    default:
      return then
  }
}

const NOTHING: ContentThen = { type: 'nothing' }
const NO_RUN: ContentThen = { type: 'cannot', why: 'No run has begun yet.' }

const selectLastRun = ({ runs }: TimelineState) => runs.at(-1)

/** As the file was when the session began. */
function useStart(path: string): ContentThen {
  const select = ({ touched }: FilesState): TouchedFile | undefined => touched[path]
  const touched = useProjection(useSessionView(), 'files', select)
  if (!touched) return { type: 'same' }
  return touched.before ? toThen(touched.before.hash) : { type: 'absent' }
}

function toBase({ data, error }: ReturnType<typeof useContent>): Base {
  if (error) return { type: 'cannot', why: error.message }
  if (!data) return { type: 'loading' }
  if (data.type === 'text') return data
  const why = data.type === 'binary' ? 'is not text' : 'is too large to be compared'
  return { type: 'cannot', why: `What it would be compared with ${why}.` }
}
