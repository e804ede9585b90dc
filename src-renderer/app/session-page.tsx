import type { OpenSession } from '../client/open-session.ts'
import { SessionScope, TreeAhead } from '../client/session-context.tsx'
import { Columns } from './columns/columns.tsx'
import { type SessionRoute, useColumns } from './columns/use-columns.ts'
import { SessionFrame, type SessionFrameProps } from './session-frame.tsx'
import { WaitingFrame, WaitingPage } from './waiting-frame.tsx'

export interface SessionPageProps extends Pick<SessionFrameProps, 'wish' | 'onGrant'> {
  readonly route: SessionRoute
}

/** One session, or several side by side; what is around them is about the one that has the focus. */
export function SessionPage({ route, wish, onGrant }: SessionPageProps) {
  const { columns, framed, isWaiting, focusNext } = useColumns(
    route,
    wish && 'waitingIn' in wish ? wish.waitingIn : undefined,
  )
  // No places are made for what has not come: the sooner the host is asked for it.
  if (isWaiting) return <Coming sessions={columns.map(({ session }) => session)} />
  const shown = <Columns columns={columns} />
  if (!framed) return <WaitingFrame>{shown}</WaitingFrame>
  return (
    <SessionScope session={framed.session}>
      <SessionFrame column={framed} focusNext={focusNext} wish={wish} onGrant={onGrant}>
        {shown}
      </SessionFrame>
    </SessionScope>
  )
}

function Coming({ sessions }: { readonly sessions: readonly OpenSession[] }) {
  return (
    <>
      <WaitingPage />
      {sessions.map((session) => (
        <TreeAhead key={session.sessionId} session={session} />
      ))}
    </>
  )
}
