import type { Keys } from '../../../keyboard/keys.ts'
/** Of every editor, plain or as a comparison. */
export const editorOptions = {
  automaticLayout: true,
  fontFamily: '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, monospace',
  fontSize: 12.5,
  lineHeight: 20,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  renderLineHighlight: 'line',
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  padding: { top: 8, bottom: 8 },
  lineNumbersMinChars: 4,
  folding: false,
  // Monaco would ask where each line begins in the middle of every frame.
  guides: { indentation: false },
  glyphMargin: false,
  contextmenu: false,
  'bracketPairColorization.enabled': false,
  // Invisible characters are shown everywhere, comments included. Letters of other scripts aren't marked.
  renderControlCharacters: true,
  unicodeHighlight: {
    ambiguousCharacters: false,
    nonBasicASCII: false,
    invisibleCharacters: true,
    includeComments: true,
    includeStrings: true,
  },
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  stickyScroll: { enabled: false },
  // Monaco would ask in a dialog whether to remove U+2028, which belongs to the file.
  unusualLineTerminators: 'off',
} as const

/** What writing takes: the editor keeps these, whichever command of the window listens to them. */
export const ownKeys: readonly Keys[] = [
  'mod+a',
  'mod+c',
  'mod+x',
  'mod+v',
  'mod+z',
  'mod+shift+z',
  'mod+y',
  'mod+s',
  'mod+f',
  'mod+h',
  'mod+d',
  'mod+/',
  'mod+[',
  'mod+]',
]

/** The attribute by which the window leaves keys to an element, and takes all others of its commands before it does. */
export const ownKeysAttribute = { 'data-own-keys': ownKeys.join(' ') }

/** `#rrggbb` or `rgba(r, g, b, a)`, as a canvas answers a colour, to the hexadecimal form Monaco takes. */
export function toHexColor(color: string): string {
  if (color.startsWith('#')) return color
  const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return `#${[red, green, blue, alpha * 255].map(toHexByte).join('')}`
}

function toHexByte(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0')
}
