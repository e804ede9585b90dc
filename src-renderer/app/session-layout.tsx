import type { ReactNode } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { useSelection } from '../client/session-context.tsx'
import { KeptPanel } from './kept-panel.tsx'
import { PanelSlot } from './panel-slot.tsx'
import styles from './session-layout.module.css'
import type { Workbench } from './workbench.ts'

/** The panes of a session; the timeline spans the foot, always. */
export function SessionLayout({ workbench }: { readonly workbench: Workbench }) {
  return (
    <Group orientation="vertical" className={styles.group}>
      <Panel id="panes" minSize={200} className={styles.panel}>
        <Panes workbench={workbench} />
      </Panel>
      <Handle orientation="horizontal" label="Height of the timeline" />
      <KeptPanel id="timeline" initial={272} minSize={120}>
        <PanelSlot panel="timeline" />
      </KeptPanel>
    </Group>
  )
}

function Panes({ workbench }: { readonly workbench: Workbench }) {
  const isCost = workbench.center === 'cost'
  const hasLeft = workbench.left !== 'none'
  return (
    <Group key={`${hasLeft}-${isCost}`} orientation="horizontal" className={styles.group}>
      {hasLeft && (
        <KeptPanel id="left" initial={226} minSize={170} maxSize={460}>
          <LeftPane workbench={workbench} />
        </KeptPanel>
      )}
      {hasLeft && <Handle orientation="vertical" label="Width of the left pane" />}
      {isCost ? (
        <Panel id="cost" className={styles.panel}>
          <PanelSlot panel="usage" />
        </Panel>
      ) : (
        <WorkPanes lower={workbench.lower} />
      )}
    </Group>
  )
}

function LeftPane({ workbench }: { readonly workbench: Workbench }) {
  return (
    <div className={styles.column}>
      <PanelSlot panel={workbench.left === 'sessions' ? 'sessions' : 'files'} />
      <PanelSlot panel="plan" isGrowing={false} />
    </div>
  )
}

function WorkPanes({ lower }: Pick<Workbench, 'lower'>) {
  return (
    <>
      <KeptPanel id="talk" initial="39%" minSize={320}>
        <div className={styles.column}>
          <PanelSlot panel="transcript" />
          <PanelSlot panel="prompt" isGrowing={false} />
        </div>
      </KeptPanel>
      <Handle orientation="vertical" label="Width of the transcript" />
      <Panel id="work" minSize={280} className={styles.panel}>
        <EditorPane lower={lower} />
      </Panel>
    </>
  )
}

function EditorPane({ lower }: Pick<Workbench, 'lower'>) {
  const hasLower = lower !== 'none'
  const ids = hasLower ? ['editor', 'lower'] : ['editor']
  const layout = useDefaultLayout({ id: 'orrery.editor', panelIds: ids })
  return (
    <Group
      key={ids.join()}
      orientation="vertical"
      className={styles.group}
      defaultLayout={layout.defaultLayout}
      onLayoutChanged={layout.onLayoutChanged}
    >
      <Panel id="editor" minSize={80} className={styles.panel}>
        <EditorAndInspector />
      </Panel>
      {hasLower && <Handle orientation="horizontal" label="Height of the lower pane" />}
      {hasLower && (
        <Panel id="lower" defaultSize="36%" minSize={110} className={styles.panel}>
          <PanelSlot panel={lower} />
        </Panel>
      )}
    </Group>
  )
}

/** Side by side where there is room; else what was pointed at last is in front. */
function EditorAndInspector() {
  const { spanId, inFront } = useSelection()
  return (
    <div className={styles.pair} data-front={spanId ? inFront : 'file'}>
      <PanelSlot panel="editor" />
      {spanId && <PanelSlot panel="inspector" />}
    </div>
  )
}

interface HandleProps {
  /** Of the line that is dragged. */
  readonly orientation: 'horizontal' | 'vertical'
  readonly label: string
}

function Handle({ orientation, label }: HandleProps): ReactNode {
  return <Separator className={styles[orientation] ?? ''} aria-label={label} />
}
