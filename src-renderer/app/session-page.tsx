import { useEffect, useEffectEvent } from 'react'
import { AppError } from '#shared/error.ts'
import type { SessionId } from '#shared/ids.ts'
import { type Landing, useNavigation } from '../client/navigation.tsx'
import { SessionProvider, usePlayhead, useSessionStore } from '../client/session-context.tsx'
import { Button } from '../ui/button.tsx'
import { Failure, Loading } from '../ui/notice.tsx'
import { Frame } from './frame.tsx'
import { navigate } from './route.ts'
import { SessionFrame, type SessionFrameProps } from './session-frame.tsx'
import styles from './session-page.module.css'

export interface SessionPageProps extends SessionFrameProps {
  readonly sessionId: SessionId
  readonly landing: Landing
}

export function SessionPage({ sessionId, landing, file, onShowFile }: SessionPageProps) {
  return (
    <SessionProvider
      sessionId={sessionId}
      loading={<Waiting />}
      failed={(error) => <Unreachable error={error} />}
    >
      {landing !== 'live' && <Land sessionId={sessionId} landing={landing} />}
      <SessionFrame file={file} onShowFile={onShowFile} />
    </SessionProvider>
  )
}

function Waiting() {
  return (
    <Frame crumb={<span>Orrery</span>} rail={<div className={styles.rail} />}>
      <Loading label="Opening the session" rows={6} />
    </Frame>
  )
}

function Unreachable({ error }: { readonly error: unknown }) {
  const { openWelcome } = useNavigation()
  const { message } = AppError.toWire(error)
  return (
    <Frame crumb={<span>Orrery</span>} rail={<div className={styles.rail} />}>
      <div className={styles.failed}>
        <Failure action={<Button onClick={openWelcome}>Back to the projects</Button>}>
          {message}
        </Failure>
      </div>
    </Frame>
  )
}

interface LandProps {
  readonly sessionId: SessionId
  readonly landing: Exclude<Landing, 'live'>
}

/** Goes there once the log is here, and takes the wish out of the address. */
function Land({ sessionId, landing }: LandProps) {
  const store = useSessionStore()
  const { play, seek } = usePlayhead()
  const land = useEffectEvent(() => {
    if (!store.isHistoryComplete) return
    navigate({ page: 'session', sessionId, landing: 'live' })
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
