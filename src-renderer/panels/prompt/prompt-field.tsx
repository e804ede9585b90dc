import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Playbook } from '#shared/contract/procedures/agents.ts'
import {
  isAttachable,
  isImage,
  MAX_IMAGE_MEGABYTES,
} from '../../session/drafts/image-attachments.ts'
import { useToasts } from '../../ui/overlays/toasts.tsx'
import { formatPath } from '../../ui/text/format.ts'
import styles from './prompt.module.css'
import {
  type Completed,
  complete,
  completePlaybook,
  findMention,
  findPlaybookQuery,
  rankPaths,
  rankPlaybooks,
} from './prompt-completions.ts'
import type { Prompt } from './use-prompt.ts'

const TALLEST = 220
/** A text of more characters is taller than `TALLEST` at any width, and measuring it is slow. */
const MEASURED_CHARS = 20_000

interface PromptFieldProps {
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

function SuggestionList({
  id,
  suggestions,
}: {
  readonly id: string
  readonly suggestions: SuggestionState
}) {
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

interface SuggestionState {
  readonly label: Suggestions['label']
  readonly items: readonly Suggestion[]
  /** The one that Enter takes. */
  readonly chosen: number
  take(item: Suggestion): void
  /** Whether the key was meant for the suggestions. */
  onKey(event: KeyboardEvent): boolean
  follow(field: HTMLTextAreaElement): void
  close(): void
}

/** What can stand where the cursor is, as long as nobody closed it. */
function useSuggestions(
  prompt: Prompt,
  field: RefObject<HTMLTextAreaElement | null>,
): SuggestionState {
  const [cursor, setCursor] = useState<number>()
  const [chosen, setChosen] = useState({ query: '', index: 0 })
  const { text, paths, playbooks, write } = prompt
  const found = cursor === undefined ? undefined : suggest({ text, cursor, paths, playbooks })
  const { label = 'Files', query = '', items = [] } = found ?? {}
  const index = chosen.query === query ? Math.min(chosen.index, items.length - 1) : 0
  const close = () => setCursor(undefined)
  const choose = (next: number) => setChosen({ query, index: (next + items.length) % items.length })
  const take = ({ completed }: Suggestion) => {
    write(completed.text)
    close()
    // The cursor can stand there once the text does.
    const { cursor: end } = completed
    requestAnimationFrame(() => field.current?.setSelectionRange(end, end))
  }
  return {
    label,
    items,
    chosen: index,
    take,
    close,
    follow: ({ selectionStart, selectionEnd }) =>
      setCursor(selectionStart === selectionEnd ? selectionStart : undefined),
    onKey: ({ key, nativeEvent }) => {
      const item = items[index]
      if (!item || nativeEvent.isComposing) return false
      if (key === 'ArrowDown') choose(index + 1)
      else if (key === 'ArrowUp') choose(index - 1)
      else if (key === 'Enter' || key === 'Tab') take(item)
      else if (key === 'Escape') close()
      else return false
      return true
    },
  }
}

/** Something that can stand where the cursor is. */
interface Suggestion {
  readonly id: string
  readonly label: string
  /** What it is for. */
  readonly hint?: string
  readonly completed: Completed
}

interface Suggestions {
  /** What they are, as a list's name. */
  readonly label: 'Files' | 'Playbooks'
  /** Changes with what is being written, and with nothing else. */
  readonly query: string
  readonly items: readonly Suggestion[]
}

interface Sources {
  readonly text: string
  readonly cursor: number
  readonly paths: readonly string[]
  readonly playbooks: readonly Playbook[]
}

const MOST = 8

/** The project's files behind an `@`, the playbooks behind a `/` that the prompt begins with. */
function suggest({ text, cursor, paths, playbooks }: Sources): Suggestions | undefined {
  const query = findPlaybookQuery(text, cursor)
  if (query !== undefined) {
    const items = rankPlaybooks(playbooks, query).map(({ name, argumentHint }) => ({
      id: name,
      label: `/${name}`,
      hint: argumentHint,
      completed: completePlaybook(text, name),
    }))
    return { label: 'Playbooks', query: `/${query}`, items }
  }
  const mention = findMention(text, cursor)
  if (!mention) return undefined
  const items = rankPaths(paths, mention.query, MOST).map((path) => ({
    id: path,
    label: formatPath(path),
    completed: complete(text, mention, formatPath(path)),
  }))
  return { label: 'Files', query: `@${mention.query}`, items }
}
