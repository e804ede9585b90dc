import type { Step, Stride } from './steps.ts'

/** What a key asks of the timeline while it has the focus. */
export type KeyCommand =
  | { readonly type: 'step'; readonly step: Step }
  | { readonly type: 'toggle-playing' | 'to-start' | 'to-end' | 'live' | 'show-all' | 'bookmark' }
  | { readonly type: 'faster' | 'slower' }
  | { readonly type: 'zoom'; readonly factor: number }

export interface Key {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

const ZOOM_STEP = 1.5

/**
 * Arrows step by event, with shift by tool call, with alt by run; PageUp and PageDown by turn, brackets
 * by mark. Letters look for what they stand for, with shift backwards. Keys with ctrl or cmd are the
 * window's.
 */
export function commandOf(key: Key): KeyCommand | undefined {
  if (key.ctrlKey || key.metaKey) return undefined
  switch (key.key) {
    case ' ':
      return { type: 'toggle-playing' }
    case 'ArrowLeft':
      return step(key, 'previous')
    case 'ArrowRight':
      return step(key, 'next')
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
      return soughtBy(key) ?? placeOrZoom(key.key)
  }
}

function placeOrZoom(key: string): KeyCommand | undefined {
  switch (key) {
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
    case '0':
      return { type: 'show-all' }
    case '+':
    case '=':
      return { type: 'zoom', factor: 1 / ZOOM_STEP }
    case '-':
      return { type: 'zoom', factor: ZOOM_STEP }
    default:
      return undefined
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

function step({ shiftKey, altKey }: Key, direction: Step['direction']): KeyCommand {
  const stride = shiftKey ? 'call' : altKey ? 'run' : 'event'
  return { type: 'step', step: { stride, direction } }
}
