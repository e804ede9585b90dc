/** A regular expression of JavaScript. */
export interface Translated {
  readonly source: string
  /** `i` or nothing. */
  readonly flags: '' | 'i'
}

interface Flags {
  readonly ignoresCase: boolean
  readonly isDotAll: boolean
}

const GROUP = /\((?:\?(?:(?<flags>[a-z-]+)(?<end>[:)])|P<(?<name>\w+)>|(?<plain>[:=!]|<[=!])))?/y
const CLASS = /\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]/sy
const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|.)/sy
const POSIX: Readonly<Record<string, string>> = { '[:alnum:]': 'A-Za-z0-9' }

/**
 * Translates a regular expression from the syntax of Go: flags inside the pattern become the flag `i`
 * or classes with both cases, because the judge of patterns doesn't know them.
 */
export function translatePattern(pattern: string): Translated {
  const isInsensitive = pattern.startsWith('(?i)') && !pattern.includes('(?-i')
  const body = isInsensitive ? pattern.slice('(?i)'.length).replaceAll('(?i)', '') : pattern
  return { source: translate(body), flags: isInsensitive ? 'i' : '' }
}

function translate(pattern: string): string {
  const open: Flags[] = []
  let flags: Flags = { ignoresCase: false, isDotAll: false }
  let out = ''
  for (let index = 0; index < pattern.length; ) {
    const group = matchAt(GROUP, pattern, index)
    const [taken] =
      group ??
      matchAt(CLASS, pattern, index) ??
      matchAt(ESCAPE, pattern, index) ??
      pattern.charAt(index)
    if (group) {
      const inner = toFlags(flags, group.groups?.['flags'])
      if (group.groups?.['end'] !== ')') open.push(flags)
      flags = inner
      out += toGroup(group)
    } else if (taken === ')') {
      flags = open.pop() ?? flags
      out += taken
    } else out += toAtom(taken ?? '', flags)
    index += taken?.length ?? 1
  }
  return out
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index
  return pattern.exec(text) ?? undefined
}

function toFlags(flags: Flags, change: string | undefined): Flags {
  if (change === undefined) return flags
  const [on = '', off = ''] = change.split('-')
  const isOn = (flag: string, before: boolean) =>
    on.includes(flag) || (before && !off.includes(flag))
  return { ignoresCase: isOn('i', flags.ignoresCase), isDotAll: isOn('s', flags.isDotAll) }
}

function toGroup({ 0: taken, groups = {} }: RegExpExecArray): string {
  if (groups['end'] === ')') return ''
  if (groups['end'] === ':') return '(?:'
  return groups['name'] === undefined ? taken : `(?<${groups['name']}>`
}

function toAtom(atom: string, { ignoresCase, isDotAll }: Flags): string {
  if (atom === '.') return isDotAll ? '[^]' : '.'
  if (atom === '\\z') return '$'
  if (atom === '/') return '\\/'
  if (atom.startsWith('[')) return toClass(atom, ignoresCase)
  return ignoresCase && /^[a-z]$/i.test(atom)
    ? `[${atom.toLowerCase()}${atom.toUpperCase()}]`
    : atom
}

function toClass(text: string, ignoresCase: boolean): string {
  const inside = text.slice(1, -1).replaceAll(/\[:\w+:\]/g, (name) => {
    const ranges = POSIX[name]
    if (ranges === undefined) throw new Error(`Can't translate the class ${name}.`)
    return ranges
  })
  return `[${ignoresCase ? addOtherCase(inside) : inside}]`.replaceAll(/(?<!\\)\//g, '\\/')
}

const LETTERS = /\\.|(?<first>[a-z])-(?<last>[a-z])|[a-z]/gi

/** Adds the other case of every letter and range that isn't there already. */
function addOtherCase(inside: string): string {
  let added = ''
  for (const { 0: letters } of inside.matchAll(LETTERS)) {
    if (letters.startsWith('\\')) continue
    const isLower = letters === letters.toLowerCase()
    const other = isLower ? letters.toUpperCase() : letters.toLowerCase()
    if (!inside.includes(other) && !added.includes(other)) added += other
  }
  const isNegated = inside.startsWith('^')
  return isNegated ? `^${added}${inside.slice(1)}` : added + inside
}
