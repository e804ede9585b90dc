import { GitFork } from 'lucide-react'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { useIsRecording } from '../../client/host-context.tsx'
import { type PastDoing, useNavigation } from '../../client/navigation.tsx'
import { useLiveView, usePlayhead, useSessionId } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'

/** Forks from before the call or from its end, and rewinds to there. */
export function PastMenu({ spanId }: { readonly spanId: string }) {
  const isRecording = useIsRecording()
  const sessionId = useSessionId()
  const { openPast } = useNavigation()
  const { goLive } = usePlayhead()
  const span = useProjection(useLiveView(), 'timeline', ({ spans }: TimelineState) => spans[spanId])
  if (isRecording || !span || span.seq < 2) return null
  const { seq, endSeq } = span
  const go = (doing: PastDoing, to: number) => () => openPast(doing, { sessionId, seq: to }, goLive)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Fork or rewind">
          <GitFork aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem onSelect={go('fork', seq - 1)}>Fork from before it…</MenuItem>
      {endSeq && <MenuItem onSelect={go('fork', endSeq)}>Fork from its end…</MenuItem>}
      <MenuItem onSelect={go('rewind', seq - 1)}>Rewind to before it…</MenuItem>
      {endSeq && <MenuItem onSelect={go('rewind', endSeq)}>Rewind to its end…</MenuItem>}
    </Menu>
  )
}
