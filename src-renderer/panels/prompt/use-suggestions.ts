import { type KeyboardEvent, type RefObject, useState } from 'react'
import { type Suggestion, type Suggestions, suggest } from './suggestions.ts'
import type { Prompt } from './use-prompt.ts'

export interface SuggestionState {
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
export function useSuggestions(
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
