import { SessionScope } from '../client/session-context.tsx'
import { Columns } from './columns/columns.tsx'
import { type SessionRoute, useColumns } from './columns/use-columns.ts'
import { SessionFrame, type SessionFrameProps } from './session-frame.tsx'
import { WaitingFrame } from './waiting-frame.tsx'

export interface SessionPageProps extends Pick<SessionFrameProps, 'file' | 'onShowFile'> {
  readonly route: SessionRoute
}

/** One session, or several side by side; what is around them is about the one that has the focus. */
export function SessionPage({ route, file, onShowFile }: SessionPageProps) {
  const { columns, framed, focusNext } = useColumns(route)
  const shown = <Columns columns={columns} />
  if (!framed) return <WaitingFrame>{shown}</WaitingFrame>
  return (
    <SessionScope session={framed.session}>
      <SessionFrame column={framed} focusNext={focusNext} file={file} onShowFile={onShowFile}>
        {shown}
      </SessionFrame>
    </SessionScope>
  )
}
