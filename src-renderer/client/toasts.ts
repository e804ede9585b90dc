import { createContext, useContext } from 'react'

/** A sentence that is shown for a while, with what can be done of it. */
export interface Toast {
  readonly text: string
  readonly action?: {
    /** On its button. */
    readonly label: string
    /** Its failure is told in its turn. */
    readonly run: () => unknown
  }
}

export interface Toasts {
  tell(toast: Toast): void
  /** Says what was done, and offers to take it back. `of`: what it was done to, for `withdraw`. */
  tellUndoable(text: string, undo: () => unknown, of?: string): void
  /** What was done to this was taken back otherwise: it is offered no more. */
  withdraw(of: string): void
  /** Takes back what was done last; absent where nothing is offered. */
  readonly undo: (() => void) | undefined
}

const nowhere: Toasts = {
  tell: () => {},
  tellUndoable: () => {},
  withdraw: () => {},
  undo: undefined,
}

export const ToastContext = createContext(nowhere)

export function useToasts(): Toasts {
  return useContext(ToastContext)
}
