import { useId, useState } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { focusTerminalBeside } from './focus-other-terminal.ts'
import type { Listed } from './terminal-list.ts'
import { TerminalPane } from './terminal-pane.tsx'
import styles from './terminals-panel.module.css'
import type { Side, SidesControls } from './use-split.ts'
import type { JustTaken } from './use-terminal-takeover.ts'

interface TerminalSidesProps {
  readonly sides: SidesControls
  readonly left: Listed
  readonly taken: JustTaken
  /** How often the search was asked for in a terminal's side. */
  readonly asked: Asked
  readonly onFind: (asked: Asked) => void
  readonly onSplit: (() => void) | undefined
}

export interface Asked {
  readonly side: Side
  readonly times: number
}

/** One terminal, or two side by side, each as wide as a person makes it. */
export function TerminalSides(props: TerminalSidesProps) {
  const { sides, left, taken, asked, onFind, onSplit } = props
  const { right, active, leftPercent, activate, resize } = sides
  const id = useId()
  const [leftId, rightId] = [`${id}left`, `${id}right`]
  const [layout] = useState({ [leftId]: leftPercent, [rightId]: 100 - leftPercent })
  const pane = (shown: Listed, side: Side) => (
    <TerminalPane
      shown={shown}
      side={side}
      label={right ? `Terminal on the ${side}` : 'Terminal'}
      taken={taken}
      timesAsked={asked.side === side ? asked.times : 0}
      onFound={() => onFind({ side, times: 0 })}
      onFocus={() => activate(side)}
      acts={{
        'find-in-terminal': () => onFind({ side, times: asked.times + 1 }),
        'split-terminal': right ? undefined : onSplit,
        'terminal-beside': right && focusTerminalBeside,
      }}
    />
  )
  return (
    <Group
      orientation="horizontal"
      className={styles.sides}
      defaultLayout={right ? layout : undefined}
      onLayoutChanged={(now, { isUserInteraction }) => {
        const percent = now[leftId]
        if (isUserInteraction && percent !== undefined) resize(percent)
      }}
    >
      <Panel id={leftId} minSize={120} className={styles.side} data-active={active === 'left'}>
        {pane(left, 'left')}
      </Panel>
      {right && (
        <>
          <Separator className={styles.separator} aria-label="Width of the left terminal" />
          <Panel
            id={rightId}
            minSize={120}
            className={styles.side}
            data-active={active === 'right'}
          >
            {pane(right, 'right')}
          </Panel>
        </>
      )}
    </Group>
  )
}
