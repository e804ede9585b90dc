import { useState } from 'react'
import type { ReviewState } from '#shared/projections/review.ts'
import { useCommands, useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { CommitDialog } from './commit-dialog.tsx'

/** Leads to the commit of what was accepted: there once something was, and never in a past. */
export function CommitButton() {
  const hasAccepted = useProjection(useSessionView(), 'review', selectAccepted)
  const canCommit = useCommands() !== undefined && hasAccepted
  const [isOpen, open] = useState(false)
  if (!canCommit) return null
  return (
    <>
      <Button isSmall onClick={() => open(true)}>
        Commit…
      </Button>
      {isOpen && <CommitDialog onClose={() => open(false)} />}
    </>
  )
}

const selectAccepted = ({ files }: ReviewState) =>
  Object.values(files).some(({ accepted }) => accepted !== undefined)
