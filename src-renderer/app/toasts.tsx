import { type ReactNode, useRef, useState } from 'react'
import { AppError } from '#shared/error.ts'
import { type Toasts as Telling, ToastContext } from '../client/toasts.ts'
import { loadedLater } from '../ui/loaded-later.tsx'
import type { ToldToast } from './toast-list.tsx'

const ToastList = loadedLater(async () => (await import('./toast-list.tsx')).ToastList)

/** Shows what is told inside it. What toasts are drawn with is loaded when the first is told. */
export function Toasts({ children }: { readonly children: ReactNode }) {
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
  const telling: Telling = {
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
