import { Dialog } from '@base-ui/react/dialog'
import { Command as Field } from 'cmdk'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useOverlay } from '../../ui/overlays/overlays.ts'
import styles from './palette.module.css'
import { scoreEntry } from './palette-search.ts'
import { typedAhead } from './type-ahead.ts'

interface PaletteProps {
  readonly label: string
  readonly placeholder: string
  readonly onClose: () => void
  /** What is written; absent: nobody but the palette has to know. */
  readonly text?: string
  readonly onWrite?: (text: string) => void
  /** `PaletteItem`s, in `PaletteGroup`s. */
  readonly children: ReactNode
}

/** A field over everything else, and what can be chosen by a few letters in it. */
export function Palette(props: PaletteProps) {
  const { label, placeholder, onClose, children } = props
  const input = useRef<HTMLInputElement>(null)
  const [own, setOwn] = useState('')
  const { text = own, onWrite = setOwn } = props
  const [isEntered, setEntered] = useState(false)
  useEntering(input, isEntered)
  useOverlay({ title: label, isOpen: true, onClose })
  const takeTyped = () => {
    const typed = typedAhead.take()
    if (typed.text !== '') onWrite(text + typed.text)
    setEntered(typed.isEntered)
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.overlay} />
        <Dialog.Popup className={styles.content} aria-label={label} initialFocus={input}>
          <Field label={label} filter={scoreEntry} loop>
            <Field.Input
              ref={input}
              className={styles.input}
              placeholder={placeholder}
              value={text}
              onValueChange={onWrite}
              onFocus={takeTyped}
            />
            <Field.List className={styles.list}>
              <Field.Empty className={styles.empty}>Nothing is called that.</Field.Empty>
              {children}
            </Field.List>
          </Field>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Chooses, once what was typed ahead has been looked for, as the Enter behind it would have. */
function useEntering(input: RefObject<HTMLInputElement | null>, isEntered: boolean): void {
  useEffect(() => {
    if (!isEntered) return undefined
    const enter = () =>
      input.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    const id = requestAnimationFrame(enter)
    return () => cancelAnimationFrame(id)
  }, [input, isEntered])
}

interface PaletteGroupProps {
  readonly heading: string
  /** Whatever is written, it is there, behind what is called so. */
  readonly isAlways?: boolean
  readonly children: ReactNode
}

export function PaletteGroup({ heading, isAlways = false, children }: PaletteGroupProps) {
  return (
    <Field.Group heading={heading} className={styles.group} forceMount={isAlways}>
      {children}
    </Field.Group>
  )
}

interface PaletteItemProps {
  /** What it is found by, and nothing else is. */
  readonly value: string
  readonly onChoose: () => void
  /** As its group. */
  readonly isAlways?: boolean
  readonly children: ReactNode
}

export function PaletteItem({ value, onChoose, isAlways = false, children }: PaletteItemProps) {
  return (
    <Field.Item value={value} className={styles.item} forceMount={isAlways} onSelect={onChoose}>
      {children}
    </Field.Item>
  )
}
