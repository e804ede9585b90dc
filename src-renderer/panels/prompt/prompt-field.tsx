import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { formatPath } from '../../ui/format.ts'
import { complete, findMention, type Mention, rankPaths } from './mentions.ts'
import { imagesIn } from './pasted-images.ts'
import styles from './prompt.module.css'
import type { Prompt } from './use-prompt.ts'

const SUGGESTED = 8
const TALLEST = 220

export interface PromptFieldProps {
  readonly prompt: Prompt
  readonly isRunning: boolean
}

/** The text, with the project's files offered behind an `@`. */
export function PromptField({ prompt, isRunning }: PromptFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const suggestions = useSuggestions(prompt, field)
  useGrowing(field, prompt.text)
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (suggestions.onKey(event)) event.preventDefault()
    else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const isStopping = isRunning && (event.ctrlKey || event.metaKey)
      if (!isStopping) event.currentTarget.form?.requestSubmit()
      else if (prompt.canSend) void prompt.send('stop')
    }
  }
  const { paths, chosen } = suggestions
  return (
    <div className={styles.entry}>
      {paths.length > 0 && <Suggestions id={id} {...suggestions} />}
      <textarea
        ref={field}
        className={styles.field}
        data-focus="prompt"
        rows={1}
        value={prompt.text}
        aria-label="What to do"
        aria-controls={paths.length > 0 ? id : undefined}
        aria-activedescendant={paths.length > 0 ? `${id}-${chosen}` : undefined}
        placeholder={
          isRunning ? 'Say something for its next step' : 'Say what to do next, or @ a file'
        }
        onChange={(event) => {
          prompt.write(event.target.value)
          suggestions.follow(event.target)
        }}
        onSelect={(event) => suggestions.follow(event.currentTarget)}
        onBlur={suggestions.close}
        onKeyDown={onKey}
        onPaste={(event) => {
          const images = imagesIn(event.clipboardData)
          if (images.length === 0) return
          event.preventDefault()
          void prompt.attach(images)
        }}
      />
    </div>
  )
}

interface SuggestionState {
  readonly paths: readonly string[]
  readonly chosen: number
  take(path: string): void
  /** Whether the key was meant for the suggestions. */
  onKey(event: KeyboardEvent): boolean
  follow(field: HTMLTextAreaElement): void
  close(): void
}

function useSuggestions(
  prompt: Prompt,
  field: RefObject<HTMLTextAreaElement | null>,
): SuggestionState {
  const [mention, setMention] = useState<Mention>()
  const [chosen, setChosen] = useState(0)
  const paths = mention ? rankPaths(prompt.paths, mention.query, SUGGESTED) : []
  const close = () => setMention(undefined)
  const take = (path: string) => {
    if (!mention) return
    const { text, cursor } = complete(prompt.text, mention, formatPath(path))
    prompt.write(text)
    close()
    // The cursor can stand there once the text does.
    requestAnimationFrame(() => field.current?.setSelectionRange(cursor, cursor))
  }
  return {
    paths,
    chosen: Math.min(chosen, paths.length - 1),
    take,
    close,
    follow: ({ value, selectionStart, selectionEnd }) => {
      const found = selectionStart === selectionEnd ? findMention(value, selectionStart) : undefined
      if (found?.query !== mention?.query) setChosen(0)
      setMention(found)
    },
    onKey: ({ key, nativeEvent }) => {
      const path = paths[Math.min(chosen, paths.length - 1)]
      if (!path || nativeEvent.isComposing) return false
      if (key === 'ArrowDown') setChosen((chosen + 1) % paths.length)
      else if (key === 'ArrowUp') setChosen((chosen + paths.length - 1) % paths.length)
      else if (key === 'Enter' || key === 'Tab') take(path)
      else if (key === 'Escape') close()
      else return false
      return true
    },
  }
}

interface SuggestionsProps extends Pick<SuggestionState, 'paths' | 'chosen' | 'take'> {
  readonly id: string
}

function Suggestions({ id, paths, chosen, take }: SuggestionsProps) {
  return (
    <div id={id} role="listbox" aria-label="Files" className={styles.suggestions}>
      {paths.map((path, index) => (
        <div
          key={path}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={styles.suggestion}
          title={path}
          onMouseDown={(event) => {
            event.preventDefault()
            take(path)
          }}
        >
          {formatPath(path)}
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
    element.style.height = '0'
    element.style.height = `${Math.min(TALLEST, text === '' ? 20 : element.scrollHeight)}px`
  }, [field, text])
}
