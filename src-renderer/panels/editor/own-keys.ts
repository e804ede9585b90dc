import type { Keys } from '../../client/keys.ts'

/** What writing takes: the editor keeps these, whichever command of the window listens to them. */
export const ownKeys: readonly Keys[] = [
  ...['mod+a', 'mod+c', 'mod+x', 'mod+v'],
  ...['mod+z', 'mod+shift+z', 'mod+y', 'mod+s'],
  ...['mod+f', 'mod+h', 'mod+d', 'mod+/', 'mod+[', 'mod+]'],
]

/** The attribute by which the window leaves keys to an element, and takes all others of its commands before it does. */
export const ownKeysAttribute = { 'data-own-keys': ownKeys.join(' ') }
