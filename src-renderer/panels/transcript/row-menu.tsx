import { GitFork } from 'lucide-react'
import { memo } from 'react'
import { useConnectionState, useIsRecording } from '../../client/host-context.tsx'
import { type PastDoing, useNavigation } from '../../client/navigation.tsx'
import { useLiveView, usePlayhead, useSessionId } from '../../client/session-context.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import styles from './row-menu.module.css'
import { momentOf, sideOf } from './row-moment.ts'
import { isSameRow, type Row } from './rows.ts'

/** At the edge of what was said or done: a fork from there, or back to it. */
export const RowMenu = memo(Trigger, (was, is) => isSameRow(was.row, is.row))

function Trigger({ row }: { readonly row: Row }) {
  const isRecording = useIsRecording()
  if (isRecording || !sideOf(row)) return null
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          className={styles.button}
          aria-label="Fork or rewind"
          title="Fork or rewind"
        >
          <GitFork aria-hidden="true" />
        </button>
      }
    >
      <Items row={row} />
    </Menu>
  )
}

/** What it takes is looked up once it is asked for: rows come and go with every step of a playhead. */
function Items({ row }: { readonly row: Row }) {
  const sessionId = useSessionId()
  const live = useLiveView()
  const { openPast } = useNavigation()
  const { goLive } = usePlayhead()
  const isReachable = useConnectionState() === 'open'
  const go = (doing: PastDoing) => () =>
    openPast(doing, { sessionId, seq: momentOf(row, live.state('timeline')) }, goLive)
  const isBefore = sideOf(row) === 'before'
  return (
    <>
      <MenuItem isDisabled={!isReachable} onSelect={go('fork')}>
        {isBefore ? 'Fork from before it…' : 'Fork from here…'}
      </MenuItem>
      <MenuItem isDisabled={!isReachable} onSelect={go('rewind')}>
        {isBefore ? 'Rewind to before it…' : 'Rewind to here…'}
      </MenuItem>
    </>
  )
}
