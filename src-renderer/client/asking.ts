import { createContext, useContext } from 'react'

/** What a person is asked before something goes that cannot be brought back. */
export interface Question {
  /** What is to be done: a verb, and what it is done to. */
  readonly title: string
  /** What becomes of it, and what does not. */
  readonly description: string
  /** Of the button. */
  readonly action: string
  /** What goes with it, one by one; `total` counts those that are not told, too. */
  readonly lost: { readonly items: readonly string[]; readonly total: number }
}

/** Answers whether it is to be done; leaving is a no. */
export type Ask = (question: Question) => Promise<boolean>

export const AskingContext = createContext<Ask>(async () => false)

export function useAsking(): Ask {
  return useContext(AskingContext)
}
