import { useState } from 'react'
import { z } from 'zod'
import type { ApprovalId } from '#shared/lib/ids.ts'
import { storeIfItFits } from '../../ui/browser/persistent-state.ts'

const ApprovalDraft = z.object({
  mode: z.enum(['choose', 'edit', 'reject']).catch('choose'),
  /** Why not, or what to do instead. */
  message: z.string().catch(''),
  /** The arguments as they were changed; absent: they were not. */
  text: z.string().optional().catch(undefined),
})
export type ApprovalDraft = z.infer<typeof ApprovalDraft>

const keyOf = (approvalId: ApprovalId) => `orrery.approval.${approvalId}`

function readKept(approvalId: ApprovalId): ApprovalDraft {
  try {
    return ApprovalDraft.parse(JSON.parse(sessionStorage.getItem(keyOf(approvalId)) ?? '{}'))
  } catch {
    return ApprovalDraft.parse({})
  }
}

/** What was begun on a call that waits, as it was left: its card goes whenever it is out of sight. */
export function useApprovalDraft(
  approvalId: ApprovalId,
): readonly [ApprovalDraft, (change: Partial<ApprovalDraft>) => void] {
  const [draft, setDraft] = useState(() => readKept(approvalId))
  const change = (part: Partial<ApprovalDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    storeIfItFits(sessionStorage, keyOf(approvalId), JSON.stringify(next))
  }
  return [draft, change]
}

/** Nothing of it is needed once the call was decided. */
export function forgetApprovalDraft(approvalId: ApprovalId): void {
  sessionStorage.removeItem(keyOf(approvalId))
}
