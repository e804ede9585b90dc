import { useRef, useState } from 'react'

interface OpenForm<Name extends string> {
  readonly open: Name | undefined
  show(name: Name): void
  /** Returns whether it was still open. */
  close(name: Name): boolean
}

/**
 * Which of several forms is open: one at most. A form closes itself by its name, since another may have
 * been opened while it was being saved.
 */
export function useOpenForm<Name extends string = string>(): OpenForm<Name> {
  const [open, setOpen] = useState<Name>()
  const latest = useRef(open)
  const change = (name: Name | undefined) => {
    latest.current = name
    setOpen(name)
  }
  return {
    open,
    show: change,
    close: (name) => {
      if (latest.current !== name) return false
      change(undefined)
      return true
    },
  }
}
