import { Pencil, Undo2, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { Bookmark } from '#shared/events/session.ts'
import { useLiveView, usePlayhead, useSessionStore } from '../../../session/session-context.tsx'
import { originOf } from '../../../session/store/session-clock.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { formatCount, formatElapsed } from '../../../ui/text/format.ts'
import { tellEvent } from '../model/format-event.ts'
import styles from './bookmarks.module.css'

interface BookmarkRowProps {
  readonly bookmark: Bookmark
  /** It was taken away just now, and can be had back. */
  readonly isRemoved: boolean
  readonly isNaming: boolean
  /** Absent out of the host's reach. */
  readonly acts: BookmarkActs | undefined
}

export interface BookmarkActs {
  name(bookmark: Bookmark): void
  rename(bookmark: Bookmark, label: string): void
  /** Its name is no longer asked for: something else has the focus. */
  leaveName(): void
  /** Its name is no longer asked for: a key said so. */
  finishName(): void
  remove(bookmark: Bookmark): void
  restore(bookmark: Bookmark): void
}

export function BookmarkRow({ bookmark, isRemoved, isNaming, acts }: BookmarkRowProps) {
  const { seek, playhead } = usePlayhead()
  const row = useRef<HTMLLIElement>(null)
  const finish = () => {
    if (!acts) return
    flushSync(acts.finishName)
    row.current?.querySelector('button')?.focus()
  }
  if (isNaming && acts) {
    return (
      <li ref={row} className={styles.row}>
        <NameField bookmark={bookmark} acts={acts} onFinish={finish} />
      </li>
    )
  }
  return (
    <li ref={row} className={styles.row} data-here={playhead === bookmark.seq}>
      <button
        type="button"
        className={styles.go}
        disabled={isRemoved}
        onClick={() => seek(bookmark.seq)}
      >
        <BookmarkWords bookmark={bookmark} />
      </button>
      {acts && isRemoved && (
        <IconButton label="Bring it back" isSmall onClick={() => acts.restore(bookmark)}>
          <Undo2 aria-hidden="true" />
        </IconButton>
      )}
      {acts && !isRemoved && (
        <>
          <IconButton label="Rename" isSmall onClick={() => acts.name(bookmark)}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton label="Remove" isSmall onClick={() => acts.remove(bookmark)}>
            <X aria-hidden="true" />
          </IconButton>
        </>
      )}
    </li>
  )
}

/** By its name, or by what happened there. */
function BookmarkWords({ bookmark: { seq, at, label } }: { readonly bookmark: Bookmark }) {
  const store = useSessionStore()
  const timeline = useLiveView().state('timeline')
  const event = useSyncExternalStore(store.subscribe, () => store.eventAt(seq))
  const elapsed = formatElapsed(Math.max(0, at - originOf(timeline)))
  return (
    <>
      <span className={styles.name}>
        {label ?? (event ? tellEvent(event, timeline.spans) : 'Bookmark')}
      </span>
      <span className={styles.facts}>{`${elapsed} · event ${formatCount(seq)}`}</span>
    </>
  )
}

interface NameFieldProps {
  readonly bookmark: Bookmark
  readonly acts: BookmarkActs
  /** A key ended it, and what is typed next is for something else. */
  readonly onFinish: () => void
}

function NameField({ bookmark, acts, onFinish }: NameFieldProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget, nativeEvent } = event
    if (nativeEvent.isComposing || (key !== 'Enter' && key !== 'Escape')) return
    // The button that has the focus then is not pressed by the same key.
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Enter') acts.rename(bookmark, currentTarget.value.trim())
    onFinish()
  }
  return (
    <input
      className={styles.field}
      aria-label="Name of the bookmark"
      placeholder="A name, if you like"
      defaultValue={bookmark.label}
      maxLength={200}
      ref={(field) => field?.focus()}
      onBlur={(event) => {
        acts.rename(bookmark, event.target.value.trim())
        acts.leaveName()
      }}
      onKeyDown={onKeyDown}
    />
  )
}
