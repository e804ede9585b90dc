import type { KeyboardEvent } from 'react'
import type { ShortcutKeys } from '#shared/settings/settings.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Keys as commands name them: `mod+shift+e`, `?`, `arrowleft`. `mod` is the platform's modifier. */
export type Keys = ShortcutKeys

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

const MODIFIERS = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process']

/** What was pressed; `undefined` where it is a modifier alone, or one is held that no command asks for. */
export function keysOf(pressed: Pressed): Keys | undefined {
  const { metaKey, ctrlKey, altKey, shiftKey } = pressed
  const [mod, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (other || MODIFIERS.includes(pressed.key)) return undefined
  const key = keyOf(pressed)
  // Where `?` lies on a keyboard, and what has to be held for it, differs.
  const isShifted = shiftKey && !/^[^\p{L}\d]$/u.test(key)
  return `${mod ? 'mod+' : ''}${altKey ? 'alt+' : ''}${isShifted ? 'shift+' : ''}${key}`
}

/** With alt held, some keyboards write another letter than the one on the key. */
function keyOf({ key, code, altKey, ctrlKey, metaKey }: Pressed): string {
  if (key === ' ') return 'space'
  // They share a key on most keyboards: with the modifier it is the key that is meant.
  if (key === '+' && (ctrlKey || metaKey)) return '='
  const letter = altKey ? /^(?:Key|Digit)(.)$/.exec(code)?.[1] : undefined
  return (letter ?? key).toLowerCase()
}

const signs: Readonly<Record<string, string>> = {
  arrowleft: '←',
  arrowright: '→',
  enter: '⏎',
  space: 'Space',
  home: 'Home',
  end: 'End',
  arrowup: '↑',
  arrowdown: '↓',
  backspace: '⌫',
  delete: 'Del',
  tab: 'Tab',
  pageup: 'Page up',
  pagedown: 'Page down',
}
const heldSigns = { mod: isMac ? '⌘' : 'Ctrl ', shift: '⇧', alt: isMac ? '⌥' : 'Alt ' }
const heldNames = { mod: isMac ? 'Meta' : 'Control', shift: 'Shift', alt: 'Alt' }
const named: Readonly<Record<string, string>> = {
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  pageup: 'PageUp',
  pagedown: 'PageDown',
}

/** For a person: `mod+shift+a` as `⌘⇧A`. */
export function writeKeys(keys: Keys): string {
  const { held, key } = parse(keys)
  return [...held.map((one) => heldSigns[one]), signs[key] ?? key.toUpperCase()].join('')
}

/** For assistive technology: `mod+shift+a` as `Control+Shift+A`. */
export function nameKeys(keys: Keys): string {
  const { held, key } = parse(keys)
  const name = named[key] ?? (key.length === 1 ? key.toUpperCase() : capitalized(key))
  return [...held.map((one) => heldNames[one]), name].join('+')
}

type Held = keyof typeof heldSigns

function parse(keys: Keys): { readonly held: readonly Held[]; readonly key: string } {
  // The key itself may be a plus.
  const end = keys.slice(0, -1).lastIndexOf('+') + 1
  const [before, key] = [keys.slice(0, end), keys.slice(end)]
  const all: readonly Held[] = ['mod', 'alt', 'shift']
  return { held: all.filter((one) => before.includes(one)), key }
}

function capitalized(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
}

/** Does it where nobody inside takes the key for itself: a field, a menu, a place around which this is another. */
export function onEscape(act: () => void) {
  return (event: KeyboardEvent): void => {
    const { key, defaultPrevented, target, currentTarget } = event
    const isInside = target instanceof Node && currentTarget.contains(target)
    if (key !== 'Escape' || defaultPrevented || !isInside) return
    event.preventDefault()
    act()
  }
}
