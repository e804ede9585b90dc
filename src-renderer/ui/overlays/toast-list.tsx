import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useWrittenKeys } from '../../keyboard/shortcuts.ts'
import buttons from '../buttons/button.module.css'
import { classNames } from '../styles/class-names.ts'
import styles from './toasts.module.css'
import type { Toast } from './toasts.tsx'

const SHOWN_MS = 8000
const MANY = 3

/** A toast that may still be on screen. */
export interface ToldToast extends Toast {
  readonly id: string
  readonly isUndo: boolean
  /** What it was done to, where that can be taken back otherwise. */
  readonly of?: string | undefined
}

interface ToastListProps {
  readonly told: readonly ToldToast[]
  readonly onAct: (toast: ToldToast) => void
  /** It was closed, or its time is over. */
  readonly onEnd: (id: string) => void
}

/** The toasts as they are drawn. No time passes for one while somebody points at it, or has the focus in it. */
export function ToastList(props: ToastListProps) {
  return (
    <Base.Provider timeout={SHOWN_MS} limit={MANY}>
      <Base.Portal>
        <Base.Viewport className={styles.viewport} aria-label="What was just done">
          <List {...props} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function List({ told, onAct, onEnd }: ToastListProps) {
  const { toasts, add, close } = Base.useToastManager<ToldToast>()
  const keys = useWrittenKeys('undo')
  const follow = useEffectEvent(() => {
    for (const data of told.filter(({ id }) => !toasts.some((toast) => toast.id === id))) {
      add({ id: data.id, title: data.text, data, onClose: () => onEnd(data.id) })
    }
    for (const { id } of toasts.filter((toast) => !told.some((one) => one.id === toast.id))) {
      close(id)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn follows what is told.
  useEffect(() => follow(), [told])
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} swipeDirection="right" className={styles.toast}>
      <Base.Title className={styles.text} render={<p />} />
      {toast.data?.action && (
        <Base.Action
          className={classNames(buttons.button, buttons.small)}
          onClick={() => toast.data && onAct(toast.data)}
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
