import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react'
import { useShortcutTable } from '../../client/shortcuts.ts'
import { FINDING_ACT_EVENT, type FindingAct, findingActs } from './finding-acts.ts'
import { findingActOf } from './finding-keys.ts'

/** What each does; absent: nothing now. */
export type FindingActs = Readonly<Partial<Record<FindingAct, (() => unknown) | undefined>>>

/** Does in a list of findings what its keys ask for, and the commands of the window. */
export function useFindingActs(list: RefObject<HTMLElement | null>, acts: FindingActs) {
  const table = useShortcutTable()
  const onAsked = useEffectEvent((event: Event) => {
    const asked =
      event instanceof CustomEvent && findingActs.find(({ act }) => act === event.detail)
    if (asked) acts[asked.act]?.()
  })
  useEffect(() => {
    const listening = new AbortController()
    const listen = (event: Event) => onAsked(event)
    list.current?.addEventListener(FINDING_ACT_EVENT, listen, { signal: listening.signal })
    return () => listening.abort()
  }, [list])
  return {
    'data-finding-acts': Object.entries(acts)
      .flatMap(([name, act]) => (act ? name : []))
      .join(' '),
    onKeyDown: (event: KeyboardEvent) => {
      const asked = findingActOf(table, event)
      const act = asked && acts[asked]
      // A button, and what can be ticked, has keys of its own.
      if (!act || (isOfControl(event) && /^(Enter| )$/.test(event.key))) return
      event.preventDefault()
      act()
    },
  }
}

function isOfControl({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('button, input, a, pre') !== null
}
