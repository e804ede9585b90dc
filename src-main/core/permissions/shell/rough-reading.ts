import type { Setting } from './at.ts'
import { expandBraces } from './braces.ts'
import { noteWrite } from './file-access.ts'
import { type Atom, lexWord } from './lex-word.ts'
import { type Field, toField, UNKNOWN } from './values.ts'

/**
 * Reads what the grammar could not, as nothing but words and what separates commands, so that a
 * catastrophe in it is still seen. It makes a verdict worse, never better.
 */
export function readRoughly(source: string, at: Setting): void {
  at.judging.work.spend(4 * source.length)
  const origin = { source, extents: new Map<number, number>(), judged: new Set<number>() }
  const atoms = lexWord(origin, { start: 0, end: source.length })
  for (const command of splitAtoms(atoms, ';&|\n()<>`')) {
    const words = splitAtoms(command, ' \t\r')
      .flatMap((atoms) => expandBraces(atoms, at.judging.work))
      .map(toWord)
    const argv = words.filter(({ text }) => !KEYWORDS.has(text))
    if (argv.length > 0) at.judging.call(argv, at.scope, undefined)
  }
  noteDevices(atoms, at)
}

const KEYWORDS: ReadonlySet<string> = new Set([
  ...['{', '}', '!', 'if', 'then', 'else', 'elif', 'fi', 'do', 'done', 'while', 'until', 'time'],
])

function splitAtoms(atoms: readonly Atom[], separators: string): readonly (readonly Atom[])[] {
  const groups: Atom[][] = [[]]
  for (const atom of atoms) {
    const isSeparator = atom.kind === 'char' && !atom.isQuoted && separators.includes(atom.char)
    if (isSeparator) groups.push([])
    else groups.at(-1)?.push(atom)
  }
  return groups.filter((group) => group.length > 0)
}

function toWord(atoms: readonly Atom[]): Field {
  const text = atoms.map((atom) => (atom.kind === 'char' ? atom.char : partText(atom))).join('')
  return toField(text)
}

function partText(atom: Atom): string {
  return atom.kind === 'part' ? UNKNOWN : ''
}

function noteDevices(atoms: readonly Atom[], { scope, judging }: Setting): void {
  const words = splitAtoms(atoms, ' \t\r;&|\n()<').map(toWord)
  for (const [index, { text }] of words.entries()) {
    const isBehind = /^\d*&?>+[|&]?$/u.test(words[index - 1]?.text ?? '')
    const target = isBehind
      ? text
      : /^\d*&?>+[|&]?(?<path>[^>][\s\S]*)/u.exec(text)?.groups?.['path']
    if (target?.startsWith('/dev/')) noteWrite({ who: 'The redirection', scope, judging }, target)
  }
}
