import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { isAttachable, isImage, MAX_IMAGE_MEGABYTES } from '../../client/image-attachments.ts'
import { useToasts } from '../../client/toasts.ts'
import styles from './prompt.module.css'
import type { Prompt } from './use-prompt.ts'
import { type SuggestionState, useSuggestions } from './use-suggestions.ts'

const TALLEST = 220
/** A text of more characters is taller than `TALLEST` at any width, and measuring it is slow. */
const MEASURED_CHARS = 20_000

export interface PromptFieldProps {
  readonly prompt: Prompt
  readonly isRunning: boolean
  /** It comes to its end: it takes no further step. */
  readonly isStopping: boolean
}

/** The text, with the project's files offered behind an `@`, and playbooks behind a `/` at its beginning. */
export function PromptField({ prompt, isRunning, isStopping }: PromptFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const suggestions = useSuggestions(prompt, field)
  const { tell } = useToasts()
  useGrowing(field, prompt.text)
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (suggestions.onKey(event)) event.preventDefault()
    else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const isFirstStopped = isRunning && (event.ctrlKey || event.metaKey)
      if (!isFirstStopped) event.currentTarget.form?.requestSubmit()
      else if (prompt.canSend) void prompt.send('stop')
    }
  }
  const isOffering = suggestions.items.length > 0
  return (
    <div className={styles.entry}>
      {isOffering && <SuggestionList id={id} suggestions={suggestions} />}
      <textarea
        ref={field}
        className={styles.field}
        data-focus="prompt"
        rows={1}
        value={prompt.text}
        aria-label="What to do"
        aria-controls={isOffering ? id : undefined}
        aria-activedescendant={isOffering ? `${id}-${suggestions.chosen}` : undefined}
        placeholder={placeholderOf(isRunning, isStopping)}
        onChange={(event) => {
          prompt.write(event.target.value)
          suggestions.follow(event.target)
        }}
        onSelect={(event) => suggestions.follow(event.currentTarget)}
        onBlur={suggestions.close}
        onKeyDown={onKey}
        onPaste={(event) => {
          const images = [...event.clipboardData.files].filter(isImage)
          if (images.length === 0) return
          event.preventDefault()
          void prompt.attach(images.filter(isAttachable))
          if (!images.every(isAttachable)) {
            tell({ text: `Can’t attach an image larger than ${MAX_IMAGE_MEGABYTES} MB.` })
          }
        }}
      />
    </div>
  )
}

function placeholderOf(isRunning: boolean, isStopping: boolean): string {
  if (isStopping) return 'The run is stopping. What you send waits until you go on.'
  if (isRunning) return 'Say something for its next step'
  return 'Say what to do next, @ a file, or / a playbook'
}

interface SuggestionListProps {
  readonly id: string
  readonly suggestions: SuggestionState
}

function SuggestionList({ id, suggestions }: SuggestionListProps) {
  const { label, items, chosen, take } = suggestions
  return (
    <div id={id} role="listbox" aria-label={label} className={styles.suggestions}>
      {items.map((item, index) => (
        <div
          key={item.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={styles.suggestion}
          title={item.id}
          onMouseDown={(event) => {
            event.preventDefault()
            take(item)
          }}
        >
          {item.label}
          {item.hint && <span className={styles.suggestionHint}>{item.hint}</span>}
        </div>
      ))}
    </div>
  )
}

/** As tall as its text, up to a point. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    if (text.length > MEASURED_CHARS) {
      element.style.height = `${TALLEST}px`
      return
    }
    element.style.height = '0'
    element.style.height = `${Math.min(TALLEST, text === '' ? 20 : element.scrollHeight)}px`
  }, [field, text])
}
