import { type Keys, keysOf } from '../../client/keys.ts'
import type { ShortcutTable } from '../../client/shortcuts.ts'
import { isStride, type Step } from './steps.ts'
import { isViewAct, type ViewAct } from './view-acts.ts'

/** What a key asks of the timeline while it has the focus. */
export type KeyCommand =
  | { readonly type: 'step'; readonly step: Step }
  | { readonly type: 'toggle-playing' | 'to-start' | 'to-end' | 'live' | 'bookmark' }
  | { readonly type: 'faster' | 'slower' }
  | { readonly type: 'view'; readonly act: ViewAct }

/** Beside those of the commands, which hold before these. */
const further: Readonly<Record<Keys, KeyCommand>> = {
  end: { type: 'to-end' },
  'mod+f': { type: 'view', act: 'filter' },
  'alt+shift+arrowleft': { type: 'view', act: 'pan-back' },
  'alt+shift+arrowright': { type: 'view', act: 'pan-on' },
}

/** What is asked for by the keys that the timeline's commands have now. */
export function commandOf(
  table: ShortcutTable,
  pressed: Parameters<typeof keysOf>[0],
): KeyCommand | undefined {
  const keys = keysOf(pressed)
  if (keys === undefined) return undefined
  const command = table.findIn('the timeline', keys) ?? table.findIn('the timeline', besides(keys))
  return command ? commandNamed(command.id) : further[keys]
}

/** Where plus lies on a keyboard, and what has to be held for it, differs. */
function besides(keys: Keys): Keys {
  return keys === '=' ? '+' : keys
}

const named: Readonly<Record<string, KeyCommand>> = {
  play: { type: 'toggle-playing' },
  'play-faster': { type: 'faster' },
  'play-slower': { type: 'slower' },
  'to-start': { type: 'to-start' },
  'back-to-live': { type: 'live' },
  bookmark: { type: 'bookmark' },
}

/** By the id of the window's command that does the same. */
function commandNamed(id: string): KeyCommand | undefined {
  const [, direction, stride] = /^step-(next|previous)-(.+)$/.exec(id) ?? []
  if ((direction === 'next' || direction === 'previous') && isStride(stride)) {
    return { type: 'step', step: { stride, direction } }
  }
  const act = /^timeline-(.+)$/.exec(id)?.[1]
  return isViewAct(act) ? { type: 'view', act } : named[id]
}
