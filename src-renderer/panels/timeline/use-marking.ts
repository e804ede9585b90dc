import { useState } from 'react'
import {
  type Bookmarking,
  useBookmarking,
  useBookmarks,
  useMarkedSeq,
} from '../../client/bookmarks.ts'
import { useCommand } from '../../client/use-command.ts'

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
