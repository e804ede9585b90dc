import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react'
import { useShortcutTable } from '../../client/shortcuts.ts'
import { actOf } from './keys.ts'
import { isReviewAct, REVIEW_ACT_EVENT, type ReviewAct } from './review-acts.ts'

/** What each does; absent: nothing now. */
export type ReviewActs = Readonly<Partial<Record<ReviewAct, (() => unknown) | undefined>>>

/** Does in a list of changes what its keys ask for, and the commands of the window. */
export function useReviewActs(list: RefObject<HTMLElement | null>, acts: ReviewActs) {
  const table = useShortcutTable()
  const onAsked = useEffectEvent((event: Event) => {
    if (event instanceof CustomEvent && isReviewAct(event.detail)) acts[event.detail]?.()
  })
  useEffect(() => {
    const listening = new AbortController()
    const listen = (event: Event) => onAsked(event)
    list.current?.addEventListener(REVIEW_ACT_EVENT, listen, { signal: listening.signal })
    return () => listening.abort()
  }, [list])
  return {
    'data-review-acts': Object.entries(acts)
      .flatMap(([name, act]) => (act ? name : []))
      .join(' '),
    onKeyDown: (event: KeyboardEvent) => {
      // What is written into a field is not for the list.
      if (event.target instanceof HTMLTextAreaElement) return
      const asked = actOf(table, event)
      const act = asked && acts[asked]
      if (!act) return
      event.preventDefault()
      act()
    },
  }
}
