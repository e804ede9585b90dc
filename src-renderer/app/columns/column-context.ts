import { createContext, useContext } from 'react'

/** Which of the sessions that are side by side something belongs to. */
export interface ColumnPlace {
  /** From 1, from left to right. */
  readonly ordinal: number
  /** There is no other. */
  readonly isOnly: boolean
  /** The window's title bar, rail and commands are about it. */
  readonly isFocused: boolean
}

export const ColumnContext = createContext<ColumnPlace>({
  ordinal: 1,
  isOnly: true,
  isFocused: true,
})

export function useColumn(): ColumnPlace {
  return useContext(ColumnContext)
}
