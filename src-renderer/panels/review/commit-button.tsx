import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AppError } from '#shared/error.ts'
import type { ReviewState } from '#shared/projections/review.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommands, useSessionId, useSessionView } from '../../client/session-context.tsx'
import { useToasts } from '../../client/toasts.ts'
import { useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { CommitDialog } from './commit-dialog.tsx'
import { commitPreviewQuery, tellNothing } from './commit-preview.ts'

/** Leads to the commit of what was accepted: there once something was, and never in a past. */
export function CommitButton() {
  const hasAccepted = useProjection(useSessionView(), 'review', selectAccepted)
  const canCommit = useCommands() !== undefined && hasAccepted
  const [isOpen, open] = useState(false)
  const look = useLooking()
  const [isLooking, setLooking] = useState(false)
  if (!canCommit) return null
  const lookFirst = async () => {
    setLooking(true)
    if (await look()) open(true)
    setLooking(false)
  }
  return (
    <>
      <Button isSmall aria-busy={isLooking} onClick={() => void (isLooking || lookFirst())}>
        Commit…
      </Button>
      {isOpen && <CommitDialog onClose={() => open(false)} />}
    </>
  )
}

/** Answers whether there is something to commit; otherwise says why not. */
function useLooking(): () => Promise<boolean> {
  const queries = useQueryClient()
  const query = commitPreviewQuery(useHost(), useSessionId())
  const { tell } = useToasts()
  return async () => {
    try {
      const why = tellNothing(await queries.fetchQuery({ ...query, staleTime: 0 }))
      if (why !== undefined) tell({ text: why })
      return why === undefined
    } catch (error) {
      tell({ text: AppError.toWire(error).message })
      return false
    }
  }
}

const selectAccepted = ({ files }: ReviewState) =>
  Object.values(files).some(({ accepted }) => accepted !== undefined)
