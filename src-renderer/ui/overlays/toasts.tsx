import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { AppError } from '#shared/lib/app-error.ts'
import { loadedLater } from '../loading/lazy-component.tsx'
import type { ToldToast } from './toast-list.tsx'

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

const ToastContext = createContext(nowhere)

export function useToasts(): Toasts {
  return useContext(ToastContext)
}

const ToastList = loadedLater(async () => (await import('./toast-list.tsx')).ToastList)

/** Shows what is told inside it. What toasts are drawn with is loaded when the first is told. */
export function ToastScope({ children }: { readonly children: ReactNode }) {
  const [told, setTold] = useState<readonly ToldToast[]>([])
  const count = useRef(0)
  const show = (toast: Omit<ToldToast, 'id'>) => {
    count.current += 1
    const id = `toast-${count.current}`
    setTold((all) => [...all, { ...toast, id }])
  }
  const end = (id: string) => setTold((all) => all.filter((toast) => toast.id !== id))
  const act = ({ id, action }: ToldToast) => {
    end(id)
    void Promise.try(async () => action?.run()).catch((error: unknown) =>
      show({ text: AppError.toWire(error).message, isUndo: false }),
    )
  }
  const last = told.findLast(({ isUndo }) => isUndo)
  const telling: Toasts = {
    tell: (toast) => show({ ...toast, isUndo: false }),
    tellUndoable: (text, run, of) =>
      show({ text, action: { label: 'Undo', run }, isUndo: true, of }),
    withdraw: (of) => setTold((all) => all.filter((toast) => toast.of !== of)),
    undo: last && (() => act(last)),
  }
  return (
    <ToastContext value={telling}>
      {children}
      {count.current > 0 && <ToastList told={told} onAct={act} onEnd={end} />}
    </ToastContext>
  )
}
