import { Bookmark as BookmarkIcon } from 'lucide-react'
import { useState } from 'react'
import type { Bookmark } from '#shared/events/bookmark.ts'
import { useBookmarks } from '../../client/bookmarks.ts'
import { useIsRecording } from '../../client/host-context.tsx'
import { useWrittenKeys } from '../../client/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { loadedLater } from '../../ui/loaded-later.tsx'
import { Popover } from '../../ui/popover.tsx'
import type { BookmarkActs } from './bookmark-row.tsx'
import styles from './bookmarks.module.css'
import { icon, TransportButton } from './transport-button.tsx'
import type { Marking } from './use-marking.ts'

/** They come when the list is opened. */
const BookmarkRow = loadedLater(async () => (await import('./bookmark-row.tsx')).BookmarkRow)

export interface BookmarkListProps {
  readonly marking: Marking
  /** Has the focus again when a bookmark that was just made has its name. */
  readonly findPlayhead: () => HTMLElement | null
}

/** Every bookmark of the session: to go to, to name, to take away. */
export function BookmarkList({ marking, findPlayhead }: BookmarkListProps) {
  const count = useBookmarks().length
  const trigger = (
    <TransportButton
      label={count === 0 ? 'Bookmarks' : formatNumber(count, 'bookmark')}
      data-command="bookmarks"
    >
      <BookmarkIcon {...icon} />
      {count > 0 && <span>{count}</span>}
    </TransportButton>
  )
  return (
    <Popover
      title="Bookmarks"
      trigger={trigger}
      isOpen={marking.isOpen}
      onOpenChange={marking.setOpen}
      {...(marking.isForName && { finalFocus: findPlayhead })}
    >
      <Listed marking={marking} />
    </Popover>
  )
}

function Listed({ marking }: { readonly marking: Marking }) {
  const isRecording = useIsRecording()
  const present = useBookmarks()
  const [removed, setRemoved] = useState<readonly Bookmark[]>([])
  const keys = useWrittenKeys('bookmark')
  const acts = actsOf(marking, setRemoved)
  const gone = removed.filter(({ seq }) => !present.some((one) => one.seq === seq))
  const all = [...present, ...gone].sort((a, b) => a.seq - b.seq)
  return (
    <>
      {all.length === 0 && (
        <p className={styles.empty}>Marks of your own on this recording: none so far.</p>
      )}
      <ul className={styles.list}>
        {all.map((bookmark) => (
          <BookmarkRow
            key={bookmark.seq}
            bookmark={bookmark}
            isRemoved={gone.includes(bookmark)}
            isNaming={marking.naming === bookmark.seq}
            acts={acts}
          />
        ))}
      </ul>
      {marking.error && <p className={styles.failed}>{marking.error}</p>}
      {!isRecording && (
        <div className={styles.foot}>
          <Button isSmall {...(keys && { shortcut: keys })} disabled={!acts} onClick={marking.mark}>
            Bookmark this moment
          </Button>
        </div>
      )}
    </>
  )
}

type Removed = readonly Bookmark[]

function actsOf(
  { give, name, leaveName, finishName }: Marking,
  setRemoved: (change: (removed: Removed) => Removed) => void,
): BookmarkActs | undefined {
  if (!give) return undefined
  return {
    name: ({ seq }) => name(seq),
    rename: ({ seq, label }, next) => {
      if (next !== (label ?? '')) give('add', seq, next)
    },
    leaveName,
    finishName,
    remove: (bookmark) => {
      setRemoved((all) => [...all.filter(({ seq }) => seq !== bookmark.seq), bookmark])
      give('remove', bookmark.seq)
    },
    restore: ({ seq, label }) => give('add', seq, label),
  }
}
