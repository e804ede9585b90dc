import { useEffect, useEffectEvent } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { useSelection } from '../../client/session-context.tsx'
import type { Dock } from '../dock/dock.ts'
import { DockView } from '../dock/dock-view.tsx'
import { PanelSlot } from '../panel-slot.tsx'
import styles from './columns.module.css'
import { KeptPanel } from './kept-panel.tsx'

/** The panels of a session, as its dock has them; the timeline is at the foot, always. */
export function ColumnLayout({ dock }: { readonly dock: Dock }) {
  useShownSelection(dock)
  return (
    <Group orientation="vertical" className={styles.group}>
      <Panel id="dock" minSize={160} className={styles.panel}>
        <DockView dock={dock} />
      </Panel>
      <Separator className={styles.horizontal} aria-label="Height of the timeline" />
      <KeptPanel id="timeline" initial={lowestOf(272, window.innerHeight / 3)} minSize={120}>
        <PanelSlot panel="timeline" />
      </KeptPanel>
    </Group>
  )
}

/** A low window, or one that is looked at enlarged, leaves more of it to the panels. */
function lowestOf(height: number, part: number): number {
  return Math.round(Math.min(height, part))
}

/** What is pointed at is shown: a call in the inspector, which is there only then, a file in the editor. */
function useShownSelection(dock: Dock): void {
  const { spanId, path, line, reviewed } = useSelection()
  const inspect = useEffectEvent((id: string | undefined) => {
    if (id !== undefined) dock.show('inspector')
    else dock.close('inspector')
  })
  useEffect(() => inspect(spanId), [spanId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line of the same file is pointed at anew.
  useEffect(() => {
    if (path !== undefined) dock.show('editor')
  }, [dock, path, line])
  useEffect(() => {
    if (reviewed) dock.show('review')
  }, [dock, reviewed])
}
