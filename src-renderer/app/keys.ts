const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** How the platform's modifier is written before a key. */
export const modifier = isMac ? '⌘' : 'Ctrl '

/** Whether the platform's modifier is held, and no other but shift. */
export function isModified({ metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return !altKey && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey)
}
