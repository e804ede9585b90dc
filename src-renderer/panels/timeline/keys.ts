import type { Step, Stride } from './steps.ts'
import { findViewAct, type ViewAct } from './view-acts.ts'

/** What a key asks of the timeline while it has the focus. */
export type KeyCommand =
  | { readonly type: 'step'; readonly step: Step }
  | { readonly type: 'toggle-playing' | 'to-start' | 'to-end' | 'live' | 'bookmark' }
  | { readonly type: 'faster' | 'slower' }
  | { readonly type: 'view'; readonly act: ViewAct }

export interface Key {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/**
 * Arrows step by event, with shift by tool call, with alt by run, with both they move the view;
 * PageUp and PageDown step by turn, brackets by mark. Letters look for what they stand for, with shift
 * backwards. Keys with ctrl or cmd are the window's, but for the one that finds.
 */
export function commandOf(key: Key): KeyCommand | undefined {
  if (key.ctrlKey || key.metaKey)
    return isFinding(key) ? { type: 'view', act: 'filter' } : undefined
  switch (key.key) {
    case ' ':
      return { type: 'toggle-playing' }
    case 'ArrowLeft':
      return stepOrPan(key, 'previous')
    case 'ArrowRight':
      return stepOrPan(key, 'next')
    case '[':
      return { type: 'step', step: { stride: 'mark', direction: 'previous' } }
    case ']':
      return { type: 'step', step: { stride: 'mark', direction: 'next' } }
    // As sliders have it: up is on, down is back.
    case 'PageUp':
      return { type: 'step', step: { stride: 'turn', direction: 'next' } }
    case 'PageDown':
      return { type: 'step', step: { stride: 'turn', direction: 'previous' } }
    default:
      return soughtBy(key) ?? placeOrView(key)
  }
}

function isFinding({ key, shiftKey, altKey }: Key): boolean {
  return key.toLowerCase() === 'f' && !shiftKey && !altKey
}

function placeOrView(key: Key): KeyCommand | undefined {
  switch (key.key) {
    case 'Home':
      return { type: 'to-start' }
    case 'End':
      return { type: 'to-end' }
    case 'l':
    case 'L':
      return { type: 'live' }
    case 'b':
    case 'B':
      return { type: 'bookmark' }
    case '<':
      return { type: 'slower' }
    case '>':
      return { type: 'faster' }
    default:
      return viewCommand(key)
  }
}

const sought: Readonly<Record<string, Stride>> = {
  e: 'error',
  a: 'approval',
  d: 'edit',
  m: 'bookmark',
}

function soughtBy({ key, shiftKey, altKey }: Key): KeyCommand | undefined {
  const stride = altKey ? undefined : sought[key.toLowerCase()]
  const direction = shiftKey ? 'previous' : 'next'
  return stride && { type: 'step', step: { stride, direction } }
}

/** Where plus lies on a keyboard, and what has to be held for it, differs. */
function viewCommand({ key, shiftKey, altKey }: Key): KeyCommand | undefined {
  if (altKey) return undefined
  const name = key === '=' ? '+' : key.toLowerCase()
  const isShifted = shiftKey && /^\p{L}$/u.test(key)
  const act = findViewAct(isShifted ? `shift+${name}` : name)
  return act && { type: 'view', act }
}

function stepOrPan({ shiftKey, altKey }: Key, direction: Step['direction']): KeyCommand {
  if (shiftKey && altKey) {
    return { type: 'view', act: direction === 'next' ? 'pan-on' : 'pan-back' }
  }
  const stride = shiftKey ? 'call' : altKey ? 'run' : 'event'
  return { type: 'step', step: { stride, direction } }
}
