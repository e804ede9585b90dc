import { Bookmark as BookmarkIcon } from 'lucide-react'
import { useState } from 'react'
import type { Bookmark } from '#shared/events/session.ts'
import { useIsRecording } from '../../../connection/host-context.tsx'
import { useWrittenKeys } from '../../../keyboard/shortcuts.ts'
import { useCommand } from '../../../queries/use-command.ts'
import {
  type Bookmarking,
  useBookmarking,
  useBookmarks,
  useMarkedSeq,
} from '../../../session/bookmarks.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { loadedLater } from '../../../ui/loading/lazy-component.tsx'
import { Popover } from '../../../ui/overlays/popover.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import type { BookmarkActs } from './bookmark-row.tsx'
import styles from './bookmarks.module.css'
import { icon, TransportButton } from './transport-button.tsx'

/** They come when the list is opened. */
const BookmarkRow = loadedLater(async () => (await import('./bookmark-row.tsx')).BookmarkRow)

interface BookmarkListProps {
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

export interface Marking {
  /** Absent out of the host's reach. */
  readonly give: ((act: keyof Bookmarking, seq: number, label?: string) => unknown) | undefined
  /** Why the last wish was not taken. */
  readonly error: string | undefined
  readonly isOpen: boolean
  /** It was opened for the name of one bookmark only, and closes with it. */
  readonly isForName: boolean
  /** The seq of the bookmark that is being named. */
  readonly naming: number | undefined
  setOpen(isOpen: boolean): void
  name(seq: number): void
  /** The list stays for whoever has turned to something else in it. */
  leaveName(): void
  /** The list goes where it was opened for the name only. */
  finishName(): void
  /** Makes a bookmark at the playhead, and lets it be named. */
  mark(): void
}

interface Shown {
  readonly naming?: number
  readonly isForName: boolean
}

const LIST: Shown = { isForName: false }

/** The list of bookmarks, open or not, and what makes a new one. */
export function useMarking(): Marking {
  const bookmarking = useBookmarking()
  const bookmarks = useBookmarks()
  const markedSeq = useMarkedSeq()
  const { run, error } = useCommand(
    bookmarking &&
      ((act: keyof Bookmarking, about: number, label?: string) =>
        act === 'add' ? bookmarking.add(about, label) : bookmarking.remove(about)),
  )
  // Closed while there is none.
  const [shown, show] = useState<Shown>()
  const give =
    run &&
    (async (...wish: Parameters<typeof run>) => {
      // Why it was not taken is said in the list.
      if (!(await run(...wish))) show((now) => now ?? LIST)
    })
  return {
    give,
    error,
    isOpen: shown !== undefined,
    isForName: shown?.isForName === true,
    naming: shown?.naming,
    setOpen: (isOpen) => show(isOpen ? LIST : undefined),
    name: (naming) => show({ ...LIST, naming }),
    leaveName: () => show((now) => now && LIST),
    finishName: () => show((now) => (now?.isForName ? undefined : LIST)),
    mark: () => {
      const seq = markedSeq()
      if (!give || seq === 0) return
      if (!bookmarks.some((one) => one.seq === seq)) void give('add', seq)
      show((now) => ({ naming: seq, isForName: now === undefined || now.isForName }))
    },
  }
}
