import { useMemo } from 'react'
import type { FilesState } from '#shared/projections/files.ts'
import { useContent } from '../../client/documents.ts'
import type { PointedLine } from '../../client/selection.ts'
import { useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { firstDifference } from './first-difference.ts'

/** Where an edit begins that is followed: the same for as long as that is the same line of the same file. */
export function useEditedPlace(edit: FilesState['lastEdit']): PointedLine {
  const path = edit?.path
  const line = useEditedLine(edit)
  return useMemo(() => ({ path, line }), [path, line])
}

/** From 1. */
function useEditedLine(edit: FilesState['lastEdit']): number | undefined {
  const select = ({ touched }: FilesState) => (edit ? touched[edit.path]?.after : undefined)
  const after = useProjection(useSessionView(), 'files', select)
  const [{ data: then }, { data: now }] = [
    useContent(edit?.before?.hash),
    useContent(edit?.before ? after?.hash : undefined),
  ]
  if (then?.type !== 'text' || now?.type !== 'text') return undefined
  return firstDifference(then.text, now.text)
}
