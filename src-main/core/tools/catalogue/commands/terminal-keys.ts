/** What keys write, by their names in small letters. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['enter', '\n'],
  ['tab', '\t'],
  ['shift+tab', '\x1b[Z'],
  ['escape', '\x1b'],
  ['esc', '\x1b'],
  ['space', ' '],
  ['backspace', '\x7f'],
  ['delete', '\x1b[3~'],
  ['insert', '\x1b[2~'],
  ['up', '\x1b[A'],
  ['down', '\x1b[B'],
  ['right', '\x1b[C'],
  ['left', '\x1b[D'],
  ['home', '\x1b[H'],
  ['end', '\x1b[F'],
  ['pageup', '\x1b[5~'],
  ['pagedown', '\x1b[6~'],
  ...['P', 'Q', 'R', 'S'].map((end, index) => [`f${index + 1}`, `\x1bO${end}`] as const),
  ...[15, 17, 18, 19, 20, 21, 23, 24].map((n, index) => [`f${index + 5}`, `\x1b[${n}~`] as const),
])

/** What a key writes: `Enter`, `Up`, `F5`, `Ctrl+C`, `Alt+x`, or a single character; `undefined`: there is no such key. */
export function findKey(name: string): string | undefined {
  if ([...name].length === 1) return name
  const key = name.toLowerCase().replaceAll('arrow', '').replace('return', 'enter')
  const [, modifier, rest = ''] = /^(ctrl|control|alt|meta)[+-](.+)$/u.exec(key) ?? []
  if (modifier === undefined) return KEYS.get(key)
  if (modifier.startsWith('c')) return toControl(rest)
  const plain = findKey(name.slice(modifier.length + 1))
  return plain && `\x1b${plain}`
}

function toControl(key: string): string | undefined {
  if (key === 'space') return '\0'
  if (!/^[a-z[\\\]^_]$/u.test(key)) return undefined
  return String.fromCharCode(key.toUpperCase().charCodeAt(0) & 0x1f)
}
