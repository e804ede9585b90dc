import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppError } from '#shared/error.ts'
import { useWrittenKeys } from '../client/shortcuts.ts'
import { type Toasts as Telling, type Toast, ToastContext } from '../client/toasts.ts'
import buttons from '../ui/button.module.css'
import { classNames } from '../ui/class-names.ts'
import styles from './toasts.module.css'

const SHOWN_MS = 8000
const MANY = 3

interface Shown extends Toast {
  readonly isUndo: boolean
}

/** Shows what is told inside it. No time passes for a toast while one points at it, or has the focus in it. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider timeout={SHOWN_MS} limit={MANY}>
      <Teller>{children}</Teller>
      <Base.Portal>
        <Base.Viewport className={styles.viewport} aria-label="What was just done">
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function Teller({ children }: { readonly children: ReactNode }) {
  const { toasts, add } = Base.useToastManager<Shown>()
  const act = useActing()
  const show = (data: Shown) => void add({ title: data.text, data })
  const last = toasts.find(
    ({ data, transitionStatus }) => data?.isUndo && !isEnding(transitionStatus),
  )
  const telling: Telling = {
    tell: (toast) => show({ ...toast, isUndo: false }),
    tellUndoable: (text, run) => show({ text, action: { label: 'Undo', run }, isUndo: true }),
    undo: last && (() => act(last.id, last.data)),
  }
  return <ToastContext value={telling}>{children}</ToastContext>
}

function isEnding(status: string | undefined): boolean {
  return status === 'ending'
}

/** Does what a toast offers, once, and says where it failed. */
function useActing(): (id: string, toast: Shown | undefined) => void {
  const { add, close } = Base.useToastManager<Shown>()
  return (id, toast) => {
    close(id)
    void Promise.try(async () => toast?.action?.run()).catch((error: unknown) => {
      const text = AppError.toWire(error).message
      add({ title: text, data: { text, isUndo: false } })
    })
  }
}

function List() {
  const { toasts } = Base.useToastManager<Shown>()
  const act = useActing()
  const keys = useWrittenKeys('undo')
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} swipeDirection="right" className={styles.toast}>
      <Base.Title className={styles.text} render={<p />} />
      {toast.data?.action && (
        <Base.Action
          className={classNames(buttons.button, buttons.small)}
          onClick={() => act(toast.id, toast.data)}
        >
          {toast.data.action.label}
          {toast.data.isUndo && keys && <kbd className={buttons.key}>{keys}</kbd>}
        </Base.Action>
      )}
      <Base.Close className={buttons.smallIcon} aria-label="Dismiss">
        <X aria-hidden="true" />
      </Base.Close>
    </Base.Root>
  ))
}
