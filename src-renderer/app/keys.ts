const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** How the platform's modifier is written before a key. */
export const modifier = isMac ? '⌘' : 'Ctrl '

/** Whether the platform's modifier is held, and no other but shift. */
export function isModified({ metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return !altKey && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey)
}

/** How the keys of `useShortcuts` are written for a person: `shift+a` as `⌘⇧A`. */
export function writeShortcut(keys: string): string {
  const [key = '', ...held] = keys.split('+').toReversed()
  return `${modifier}${held.includes('shift') ? '⇧' : ''}${key.toUpperCase()}`
}

/** The same for assistive technology: `shift+a` as `Control+Shift+A`. */
export function nameShortcut(keys: string): string {
  const [key = '', ...held] = keys.split('+').toReversed()
  const names = [isMac ? 'Meta' : 'Control', ...(held.includes('shift') ? ['Shift'] : [])]
  return [...names, key.toUpperCase()].join('+')
}
