import { useEffect, useEffectEvent } from 'react'
import { AppError } from '#shared/error.ts'
import type { SessionId } from '#shared/ids.ts'
import { useNavigation } from '../client/navigation.tsx'
import { SessionProvider, usePlayhead, useSessionStore } from '../client/session-context.tsx'
import { Button } from '../ui/button.tsx'
import { Failure, Loading } from '../ui/notice.tsx'
import { Frame } from './frame.tsx'
import { navigate } from './route.ts'
import { SessionFrame, type SessionFrameProps } from './session-frame.tsx'
import styles from './session-page.module.css'

export interface SessionPageProps extends SessionFrameProps {
  readonly sessionId: SessionId
  readonly isReplay: boolean
}

export function SessionPage({ sessionId, isReplay, file, onShowFile }: SessionPageProps) {
  return (
    <SessionProvider
      sessionId={sessionId}
      loading={<Waiting />}
      failed={(error) => <Unreachable error={error} />}
    >
      {isReplay && <Replay sessionId={sessionId} />}
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

/** Begins at the start once the log is here, and takes the wish out of the address. */
function Replay({ sessionId }: { readonly sessionId: SessionId }) {
  const store = useSessionStore()
  const { play, seek } = usePlayhead()
  const begin = useEffectEvent(() => {
    if (!store.isHistoryComplete) return
    navigate({ page: 'session', sessionId, isReplay: false })
    seek(1)
    play()
  })
  useEffect(() => {
    const stop = store.subscribe(() => begin())
    begin()
    return stop
  }, [store])
  return null
}
