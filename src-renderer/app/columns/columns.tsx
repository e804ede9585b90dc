import { X } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Group, Panel, type PanelSize, Separator } from 'react-resizable-panels'
import { AppError } from '#shared/lib/app-error.ts'
import { type PreviewsState, shownPreview } from '#shared/projections/previews.ts'
import type { StatusState } from '#shared/projections/status.ts'
import {
  type Landing,
  type Navigation,
  NavigationContext,
  useNavigation,
} from '../../navigation/navigation.tsx'
import type { OpenSession } from '../../session/open-session.ts'
import {
  Opened,
  useIsLive,
  useLiveView,
  useMoment,
  usePlayhead,
  useSelection,
  useSessionStore,
  useSessionView,
} from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Failure, Loading } from '../../ui/loading/notice.tsx'
import { formatClock } from '../../ui/text/format.ts'
import { Announcements } from '../accessibility/screen-reader-announcements.tsx'
import type { Dock } from '../dock/dock.ts'
import { ColumnContext, type ColumnPlace } from '../dock/dock-context.ts'
import { DockView } from '../dock/dock-view.tsx'
import { PanelSlot } from '../dock/docked-panel.tsx'
import { Doing } from '../frame/session-status.tsx'
import styles from './columns.module.css'

export interface ColumnProps {
  readonly session: OpenSession
  readonly dock: Dock
  readonly place: ColumnPlace
  /** What leads elsewhere from here. */
  readonly navigation: Navigation
  readonly landing: Landing
  /** Once the playhead is where it was to be. */
  readonly onLanded: () => void
  readonly onFocus: () => void
  readonly onClose: () => void
}

/** Sessions side by side, each as wide as a person makes it. */
export function Columns({ columns }: { readonly columns: readonly ColumnProps[] }) {
  return (
    <Group orientation="horizontal" className={styles.group}>
      {columns.map((column, index) => {
        const { sessionId } = column.session
        return (
          <Fragment key={sessionId}>
            {index > 0 && (
              <Separator
                className={styles.vertical}
                aria-label={`Width of the session in column ${index}`}
              />
            )}
            <Panel id={sessionId} minSize={280} className={styles.panel}>
              <Column {...column} />
            </Panel>
          </Fragment>
        )
      })}
    </Group>
  )
}

/** One session with its panels and its timeline. It loads, and fails, by itself. */
function Column(props: ColumnProps) {
  const { session, dock, place, navigation, landing, onLanded, onFocus, onClose } = props
  const unnamed = !place.isOnly && <UnnamedHead ordinal={place.ordinal} onClose={onClose} />
  return (
    <NavigationContext value={navigation}>
      <ColumnContext value={place}>
        <div
          className={styles.column}
          data-column={place.isFocused ? 'focused' : 'other'}
          onFocusCapture={onFocus}
          onPointerDownCapture={onFocus}
        >
          <Opened
            session={session}
            loading={<Waiting head={unnamed} />}
            failed={(error) => <Unreachable head={unnamed} error={error} />}
          >
            {landing !== 'live' && <Land landing={landing} onLanded={onLanded} />}
            {!place.isOnly && <ColumnHead onClose={onClose} />}
            <ColumnLayout dock={dock} />
            <Announcements />
          </Opened>
        </div>
      </ColumnContext>
    </NavigationContext>
  )
}

/** Over a session of which nothing is known. */
function UnnamedHead({
  ordinal,
  onClose,
}: {
  readonly ordinal: number
  readonly onClose: () => void
}) {
  return (
    <header className={styles.head}>
      <h2>Column {ordinal}</h2>
      <CloseColumn what={`column ${ordinal}`} onClose={onClose} />
    </header>
  )
}

function Waiting({ head }: { readonly head: ReactNode }) {
  return (
    <>
      {head}
      <Loading label="Opening the session" rows={6} />
    </>
  )
}

function Unreachable({ head, error }: { readonly head: ReactNode; readonly error: unknown }) {
  const { openWelcome } = useNavigation()
  const { message } = AppError.toWire(error)
  return (
    <>
      {head}
      <div className={styles.failed}>
        <Failure action={<Button onClick={openWelcome}>Back to the projects</Button>}>
          {message}
        </Failure>
      </div>
    </>
  )
}

/** Over a session that has others beside it: what it is called, what it does, and the way out. */
function ColumnHead({ onClose }: { readonly onClose: () => void }) {
  const view = useSessionView()
  const { at } = useMoment()
  const title = useProjection(view, 'status', selectTitle) ?? 'New session'
  const isLive = useIsLive()
  return (
    <header className={styles.head}>
      <h2 title={title}>{title}</h2>
      <span className={styles.state}>{isLive ? <Doing /> : <>Replaying {formatClock(at)}</>}</span>
      <CloseColumn what={title} onClose={onClose} />
    </header>
  )
}

interface CloseColumnProps {
  readonly what: string
  readonly onClose: () => void
}

function CloseColumn({ what, onClose }: CloseColumnProps) {
  return (
    <IconButton isSmall label={`Close the column of ${what}`} onClick={onClose}>
      <X aria-hidden="true" />
    </IconButton>
  )
}

const selectTitle = (state: StatusState) => state.title

interface LandProps {
  readonly landing: Exclude<Landing, 'live'>
  readonly onLanded: () => void
}

/** Takes the playhead there once the log is here. */
function Land({ landing, onLanded }: LandProps) {
  const store = useSessionStore()
  const { play, seek } = usePlayhead()
  const land = useEffectEvent(() => {
    if (!store.isHistoryComplete) return
    onLanded()
    seek(landing === 'replay' ? 1 : landing)
    if (landing === 'replay') play()
  })
  useEffect(() => {
    const stop = store.subscribe(() => land())
    land()
    return stop
  }, [store])
  return null
}

/** The panels of a session, as its dock has them; the timeline is at the foot, always. */
function ColumnLayout({ dock }: { readonly dock: Dock }) {
  useShownSelection(dock)
  useShownPreview(dock)
  return (
    <Group orientation="vertical" className={styles.group}>
      <Panel id="dock" minSize={160} className={styles.panel}>
        <DockView dock={dock} />
      </Panel>
      <Separator className={styles.horizontal} aria-label="Height of the timeline" />
      <ResizablePanel id="timeline" initial={lowestOf(272, window.innerHeight / 3)} minSize={120}>
        <PanelSlot panel="timeline" />
      </ResizablePanel>
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
  const { spanId, path, pointed, shownChanges, shownReview } = useSelection()
  const inspect = useEffectEvent((id: string | undefined) => {
    if (id !== undefined) dock.show('inspector')
    else dock.close('inspector')
  })
  useEffect(() => inspect(spanId), [spanId])
  useEffect(() => {
    if (pointed && path !== undefined) dock.show('editor')
  }, [dock, path, pointed])
  useEffect(() => {
    if (shownChanges) dock.show('changes')
  }, [dock, shownChanges])
  useEffect(() => {
    if (shownReview) dock.show('code-review')
  }, [dock, shownReview])
}

interface ResizablePanelProps {
  readonly id: string
  /** In pixels, which hold in a window of any size. */
  readonly initial: number
  readonly minSize: number
  readonly children: ReactNode
}

const keyOf = (id: string) => `orrery.size.${id}`

/** A panel that a person can resize. Its size is stored for the next start. */
function ResizablePanel({ id, initial, minSize, children }: ResizablePanelProps) {
  const [size] = useState(() => readKept(id) ?? initial)
  const keep = (now: PanelSize, _id: unknown, before: PanelSize | undefined) => {
    if (!before || now.inPixels === 0) return
    localStorage.setItem(keyOf(id), String(now.inPixels))
  }
  return (
    <Panel
      id={id}
      defaultSize={size}
      minSize={minSize}
      groupResizeBehavior="preserve-pixel-size"
      onResize={keep}
      className={styles.panel}
    >
      {children}
    </Panel>
  )
}

function readKept(id: string): number | undefined {
  const kept = Number(localStorage.getItem(keyOf(id)))
  return Number.isFinite(kept) && kept > 0 ? kept : undefined
}
