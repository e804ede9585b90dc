import { type RefObject, useLayoutEffect, useRef } from 'react'
import { DECIDING, focusDeciding } from '../../cards/focus-deciding.ts'

export interface HandedFocus {
  readonly card: RefObject<HTMLElement | null>
  /** What has the focus on the card decides: as it goes, somebody else is to have the focus. */
  readonly handOn: () => void
}

/**
 * A card that goes while it has the focus hands it on. Decided here, to the next that waits or else
 * to the prompt; otherwise to the transcript around it, so that no key decides what came unasked.
 */
export function useHandedFocus(): HandedFocus {
  const card = useRef<HTMLElement>(null)
  const isDecided = useRef(false)
  useLayoutEffect(() => {
    const element = card.current
    return () => {
      if (!element || !hasFocus(element, isDecided.current)) return
      const list = element.closest<HTMLElement>('[role="log"]')
      if (!isDecided.current || !focusNext(element, list)) list?.focus({ preventScroll: true })
    }
  }, [])
  const handOn = () => {
    isDecided.current = true
  }
  return { card, handOn }
}

/** What has decided can't be used any more, and may have lost the focus to nobody by that. */
function hasFocus(card: HTMLElement, isDecided: boolean): boolean {
  const { activeElement, body } = document
  return card.contains(activeElement) || (isDecided && activeElement === body)
}

/** Answers whether there was anybody to take it. */
function focusNext(card: HTMLElement, list: HTMLElement | null): boolean {
  const waiting = [...(list?.querySelectorAll<HTMLElement>(DECIDING) ?? [])]
  const next = waiting.find((one) => !card.contains(one))
  if (next) {
    focusDeciding(next)
    return true
  }
  const column = card.closest('[data-column]')
  const prompt = column?.querySelector<HTMLElement>('[data-focus="prompt"]')
  prompt?.focus()
  return prompt !== null && prompt !== undefined
}
