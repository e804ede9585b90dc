import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { classNames } from '../styles/class-names.ts'
import { formatCount } from '../text/format.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import styles from './find-field.module.css'

interface FindFieldProps {
  /** What it does, and what is written in it. */
  readonly label: string
  readonly textLabel: string
  readonly placeholder: string
  readonly text: string
  readonly ref: Ref<HTMLInputElement>
  readonly className?: string | undefined
  /** Absent where nothing is looked for. `place` is that of the one that is shown, from 1. */
  readonly found: { readonly count: number; readonly place?: number | undefined } | undefined
  /** What was found, as a sentence without its end. */
  readonly tellCount: (count: number) => string
  /** Keys that do the same from elsewhere. */
  readonly keys?: { readonly previous: string | undefined; readonly next: string | undefined }
  /** Enter goes up: what is looked for first is at the end. */
  readonly isUpward?: boolean
  readonly leaveLabel: string
  readonly onWrite: (text: string) => void
  readonly onStep: (step: 'next' | 'previous') => void
  readonly onLeave: () => void
  /** Further buttons. */
  readonly children: ReactNode
}

/** Looks for something: Enter goes on, Shift+Enter the other way, Escape leaves it. */
export function FindField(props: FindFieldProps) {
  const { label, textLabel, placeholder, text, ref, className, found, leaveLabel } = props
  const { isUpward = false, onWrite, onStep, onLeave, children } = props
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey !== isUpward ? 'previous' : 'next')
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
  }
  return (
    <search className={classNames(styles.field, className)} aria-label={label}>
      <Search className={styles.sign} size={13} aria-hidden="true" />
      <input
        ref={ref}
        className={styles.input}
        aria-label={textLabel}
        placeholder={placeholder}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onWrite(target.value)}
        onKeyDown={onKeyDown}
      />
      {found && <Found {...props} found={found} />}
      {children}
      <IconButton label={leaveLabel} isSmall onClick={onLeave}>
        <X aria-hidden="true" />
      </IconButton>
    </search>
  )
}

type FoundProps = Pick<FindFieldProps, 'tellCount' | 'keys' | 'onStep'> & {
  readonly found: NonNullable<FindFieldProps['found']>
}

function Found({ found: { count, place }, tellCount, keys, onStep }: FoundProps) {
  const told = tellCount(count)
  return (
    <>
      <span className={styles.count} aria-hidden="true">
        {place === undefined ? formatCount(count) : `${formatCount(place)}/${formatCount(count)}`}
      </span>
      <VisuallyHidden>
        <output>{place === undefined ? told : `${told}, this is number ${place}`}</output>
      </VisuallyHidden>
      <IconButton
        label="Previous match"
        shortcut={keys?.previous}
        isSmall
        disabled={count === 0}
        onClick={() => onStep('previous')}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Next match"
        shortcut={keys?.next}
        isSmall
        disabled={count === 0}
        onClick={() => onStep('next')}
      >
        <ChevronDown aria-hidden="true" />
      </IconButton>
    </>
  )
}
