import { useEffect, useEffectEvent, useState } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { type PreviewsState, shownPreview } from '#shared/projections/previews.ts'
import { useIsLive, useLiveView, useSelection } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import type { Dock } from '../dock/dock.ts'
import { DockView } from '../dock/dock-view.tsx'
import { PanelSlot } from '../panel-slot.tsx'
import styles from './columns.module.css'
import { KeptPanel } from './kept-panel.tsx'

/** The panels of a session, as its dock has them; the timeline is at the foot, always. */
export function ColumnLayout({ dock }: { readonly dock: Dock }) {
  useShownSelection(dock)
  useShownPreview(dock)
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

/** A page that an agent shows comes on screen with it, once: what was shown before stays where it was put. */
function useShownPreview(dock: Dock): void {
  const shown = useProjection(useLiveView(), 'previews', selectShown)
  const isLive = useIsLive()
  const [seen, see] = useState(shown)
  const show = useEffectEvent(() => {
    see(shown)
    if (isLive) dock.show('preview')
  })
  useEffect(() => {
    if (shown !== undefined && shown !== seen) show()
  }, [shown, seen])
}

const selectShown = (state: PreviewsState) => shownPreview(state)?.seq

/** What is pointed at is shown: a call in the inspector, which is there only then, a file in the editor. */
function useShownSelection(dock: Dock): void {
  const { spanId, path, pointed, reviewed, shownReview } = useSelection()
  const inspect = useEffectEvent((id: string | undefined) => {
    if (id !== undefined) dock.show('inspector')
    else dock.close('inspector')
  })
  useEffect(() => inspect(spanId), [spanId])
  useEffect(() => {
    if (pointed && path !== undefined) dock.show('editor')
  }, [dock, path, pointed])
  useEffect(() => {
    if (reviewed) dock.show('review')
  }, [dock, reviewed])
  useEffect(() => {
    if (shownReview) dock.show('findings')
  }, [dock, shownReview])
}
