import { useState } from 'react'
import { z } from 'zod'
import type { SessionId } from '#shared/lib/ids.ts'
import { parseJson } from '#shared/lib/json.ts'
import { useSelection, useSessionId } from '../../session/session-context.tsx'
import { findShown, isNamed, type Listed } from './terminal-list.ts'

export interface SidesControls extends Sides {
  /** Where a tab that is chosen is shown. */
  readonly active: Side
  readonly leftPercent: number
  activate(side: Side): void
  /** Shows it on the active side; what is on the other already is gone to there. */
  show(id: string): void
  showOnRight(id: string): void
  /** Shows the active one alone. */
  unite(): void
  resize(leftPercent: number): void
}

/** Which terminals of a session are shown, one or two side by side. It is kept, session by session. */
export function useSides(list: readonly Listed[]): SidesControls {
  const sessionId = useSessionId()
  const { terminalId, select } = useSelection()
  const [kept, setKept] = useState(() => readSides(sessionId))
  const [side, activate] = useState<Side>('left')
  const { left, right } = findSides(list, { selectedId: terminalId, kept })
  const active = right ? side : 'left'
  const keep = (sides: StoredSplit | undefined) => {
    keepSides(sessionId, sides)
    setKept(sides)
  }
  const showOnLeft = (id: string) => {
    select({ terminalId: id })
    if (kept) keep({ ...kept, left: id })
  }
  const showOnRight = (id: string) => {
    keep({ ...kept, ...(left && { left: left.id }), right: id })
    activate('right')
  }
  return {
    left,
    right,
    active,
    leftPercent: kept?.leftPercent ?? 50,
    activate,
    show: (id) => {
      if (id === right?.id) activate('right')
      else if (id === left?.id) activate('left')
      else if (active === 'right') showOnRight(id)
      else showOnLeft(id)
    },
    showOnRight,
    unite: () => {
      const alone = active === 'right' ? right : left
      keep(undefined)
      activate('left')
      select({ terminalId: alone?.id })
    },
    resize: (leftPercent) => kept && keep({ ...kept, leftPercent }),
  }
}

/** The two terminals that are side by side, and how much of the width the left one has. */
const StoredSplit = z.object({
  left: z.string().optional(),
  right: z.string(),
  leftPercent: z.number().min(0).max(100).optional(),
})
type StoredSplit = z.infer<typeof StoredSplit>

const keyOf = (sessionId: SessionId) => `orrery.terminals.${sessionId}`

/** Absent where one terminal is shown. */
function readSides(
  sessionId: SessionId,
  kept: Pick<Storage, 'getItem'> = localStorage,
): StoredSplit | undefined {
  return StoredSplit.safeParse(parseJson(kept.getItem(keyOf(sessionId)) ?? '')).data
}

function keepSides(
  sessionId: SessionId,
  sides: StoredSplit | undefined,
  kept: Pick<Storage, 'setItem' | 'removeItem'> = localStorage,
): void {
  if (sides) kept.setItem(keyOf(sessionId), JSON.stringify(sides))
  else kept.removeItem(keyOf(sessionId))
}

export type Side = 'left' | 'right'

interface Sides {
  readonly left: Listed | undefined
  /** Absent where one is shown. */
  readonly right: Listed | undefined
}

/** What a person chose to see: by what was pointed at last, and side by side. */
interface ChosenSides {
  readonly selectedId: string | undefined
  readonly kept: { readonly left?: string | undefined; readonly right: string } | undefined
}

/**
 * What is pointed at stands on the left, unless it is what stands on the right. A right one that is
 * not there, or the only one, leaves one terminal.
 */
export function findSides(list: readonly Listed[], { selectedId, kept }: ChosenSides): Sides {
  const right = kept && list.find((one) => isNamed(one, kept.right))
  const others = list.filter((one) => one !== right)
  if (!right || others.length === 0) return { left: findShown(list, selectedId), right: undefined }
  const isOnRight = isNamed(right, selectedId)
  return { left: findShown(others, (isOnRight ? undefined : selectedId) ?? kept.left), right }
}
