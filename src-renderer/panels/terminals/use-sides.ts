import { useState } from 'react'
import { useSelection, useSessionId } from '../../client/session-context.tsx'
import { findSides, type Side, type Sides } from './find-sides.ts'
import { type KeptSides, keepSides, readSides } from './kept-sides.ts'
import type { Listed } from './terminal-list.ts'

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
  const keep = (sides: KeptSides | undefined) => {
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
