import type { ReactNode } from 'react'
import { AppError } from '#shared/error.ts'
import type { Landing } from '../../client/navigation.tsx'
import { type Navigation, NavigationContext, useNavigation } from '../../client/navigation.tsx'
import type { OpenSession } from '../../client/open-session.ts'
import { Opened } from '../../client/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import { Announcements } from '../announcements.tsx'
import type { Dock } from '../dock/dock.ts'
import { ColumnContext, type ColumnPlace } from './column-context.ts'
import { CloseColumn, ColumnHead } from './column-head.tsx'
import { ColumnLayout } from './column-layout.tsx'
import styles from './columns.module.css'
import { Land } from './land.tsx'

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

/** One session with its panels and its timeline. It loads, and fails, by itself. */
export function Column(props: ColumnProps) {
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
