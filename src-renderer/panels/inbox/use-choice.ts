import { useState } from 'react'
import type { InboxItem } from '#shared/contract/approvals.ts'
import { type Choice, findGone, findPlace, followChoice } from './choice.ts'
import { idOf } from './item-words.ts'

export interface Chosen {
  /** Absent where nothing waits. */
  readonly choice: Choice | undefined
  /** It went without having been decided here. */
  readonly isGone: boolean
  /** Others that went so with the last change of the list. */
  readonly left: readonly InboxItem[]
  /** Past the end: the last. */
  choose(index: number): void
  /** Has it given way to the next as soon as the list is without it. */
  settle(item: InboxItem): void
}

/** What is looked at in a list that changes by itself. */
export function useChoice(items: readonly InboxItem[]): Chosen {
  const [kept, keep] = useState<Choice>()
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [seen, setSeen] = useState<{ readonly items: typeof items; readonly left: typeof items }>({
    items,
    left: [],
  })
  // While it is drawn, so that nothing is ever shown of a list that is out of date.
  const choice = followChoice(kept, items, decided)
  if (choice !== kept) keep(choice)
  if (seen.items !== items) setSeen({ items, left: findGone(seen.items, items, decided) })
  return {
    choice,
    isGone: choice !== undefined && findPlace(items, choice.item) < 0,
    left: seen.left.filter((item) => item !== choice?.item),
    choose: (index) => {
      const within = Math.min(index, items.length - 1)
      const item = items[within]
      keep(item && { item, index: within })
    },
    settle: (item) => setDecided((before) => new Set([...before, idOf(item)])),
  }
}
