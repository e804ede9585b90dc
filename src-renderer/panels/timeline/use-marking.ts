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
  /** The seq of the bookmark that is being named. */
  readonly naming: number | undefined
  setOpen(isOpen: boolean): void
  name(seq: number | undefined): void
  /** Makes a bookmark at the playhead, and lets it be named. */
  mark(): void
}

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
  const [isOpen, setOpen] = useState(false)
  const [naming, name] = useState<number>()
  return {
    give: run,
    error,
    isOpen,
    naming,
    name,
    setOpen: (open) => {
      setOpen(open)
      if (!open) name(undefined)
    },
    mark: () => {
      const seq = markedSeq()
      if (!run || seq === 0) return
      if (!bookmarks.some((one) => one.seq === seq)) void run('add', seq)
      name(seq)
      setOpen(true)
    },
  }
}
