const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Keys as commands name them: `mod+shift+e`, `?`, `arrowleft`. `mod` is the platform's modifier. */
export type Keys = string

type Pressed = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

/** What was pressed; `undefined` where a modifier is held that no command asks for. */
export function keysOf({ key, metaKey, ctrlKey, altKey, shiftKey }: Pressed): Keys | undefined {
  const [mod, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (altKey || other) return undefined
  // Where `?` lies on a keyboard, and what has to be held for it, differs.
  const isShifted = shiftKey && !/^[^\p{L}\d]$/u.test(key)
  return `${mod ? 'mod+' : ''}${isShifted ? 'shift+' : ''}${key.toLowerCase()}`
}

const signs: Readonly<Record<string, string>> = {
  arrowleft: '←',
  arrowright: '→',
  enter: '⏎',
  space: 'Space',
  home: 'Home',
  end: 'End',
  pageup: 'Page up',
  pagedown: 'Page down',
}
const heldSigns = { mod: isMac ? '⌘' : 'Ctrl ', shift: '⇧', alt: isMac ? '⌥' : 'Alt ' }
const heldNames = { mod: isMac ? 'Meta' : 'Control', shift: 'Shift', alt: 'Alt' }
const named: Readonly<Record<string, string>> = {
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
  const [, before = '', key = ''] = /^(.*\+)?(.+)$/.exec(keys) ?? []
  const all: readonly Held[] = ['mod', 'shift', 'alt']
  return { held: all.filter((one) => before.includes(one)), key }
}

function capitalized(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
}
