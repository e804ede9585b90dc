import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { LogLine } from '#shared/contract/logs.ts'
import { useHostLog } from '../../client/host-log.ts'
import { useIsLive, useMoment, useSessionId } from '../../client/session-context.tsx'
import { Empty, Loading } from '../../ui/notice.tsx'
import { filterLines, modulesOf } from './filter-lines.ts'
import { LineDetails } from './line-details.tsx'
import { type Chosen, LogHead } from './log-head.tsx'
import { LogList } from './log-list.tsx'
import styles from './log-panel.module.css'

const EVERYTHING: Chosen = { level: 'info', module: undefined, text: '', isSessionOnly: false }

/** What the host says of its own doing; in the past, what it had said by then. */
export function LogPanel() {
  const lines = useHostLog()
  const [chosen, choose] = useState(EVERYTHING)
  const [selectedId, select] = useState<number | undefined>(undefined)
  const shown = useShown(lines ?? [], chosen)
  const selected = shown.find(({ id }) => id === selectedId)
  return (
    <div className={styles.panel}>
      <LogHead
        chosen={chosen}
        modules={modulesOf(lines ?? [])}
        count={shown.length}
        onChoose={choose}
      />
      {lines && shown.length === 0 && <Nothing hasLines={lines.length > 0} />}
      {lines ? (
        shown.length > 0 && <LogList lines={shown} selectedId={selected?.id} onSelect={select} />
      ) : (
        <Loading label="Loading the log" />
      )}
      {selected && <LineDetails line={selected} onClose={() => select(undefined)} />}
    </div>
  )
}

function useShown(lines: readonly LogLine[], chosen: Chosen): readonly LogLine[] {
  const sessionId = useSessionId()
  const isLive = useIsLive()
  const { at } = useMoment()
  const { isSessionOnly, ...filter } = chosen
  const wanted = { ...filter, sessionId: isSessionOnly ? sessionId : undefined }
  return filterLines(lines, wanted, isLive ? undefined : at)
}

function Nothing({ hasLines }: { readonly hasLines: boolean }) {
  const isLive = useIsLive()
  return (
    <Empty isFlat icon={<ScrollText aria-hidden="true" />}>
      {isLive && !hasLines && 'What Orrery says of its own doing appears here.'}
      {isLive && hasLines && 'No line is as you asked for: choose another level, module or text.'}
      {!isLive && 'No line of this kind had been written by then.'}
    </Empty>
  )
}
