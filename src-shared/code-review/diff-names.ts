/** A file's name as a diff writes it: in quotes where it has to be, else up to a tab and a date. */
export function nameIn(written: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/u.exec(written)?.[1]
  return quoted === undefined ? written.replace(/\t.*$|\r$/su, '') : unquote(quoted)
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ a: '\u{7}', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
}

/** Bytes are written as three octal digits each, and are UTF-8. */
function unquote(quoted: string): string {
  return quoted.replaceAll(/(?:\\[0-3][0-7]{2})+|\\(.)/gsu, (found, escaped?: string) =>
    escaped === undefined ? decode(found.slice(1).split('\\')) : (ESCAPES[escaped] ?? escaped),
  )
}

function decode(octal: readonly string[]): string {
  const bytes = octal.map((digits) => Number.parseInt(digits, 8))
  try {
    return decodeURIComponent(
      bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    )
  } catch {
    // A name in another encoding: whatever it is called, it is called the same everywhere.
    return String.fromCharCode(...bytes)
  }
}

/** The two names behind `diff --git`; where nothing quotes them, they are told apart by being one name. */
export function splitNames(names: string): readonly [old: string, now: string] | undefined {
  const [, first, second] =
    /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)\r?$/u.exec(names) ?? []
  if (first !== undefined && second !== undefined) return [nameIn(first), nameIn(second)]
  const middle = (names.length - 1) / 2
  const [old, now] = [names.slice(0, middle), names.slice(middle + 1)]
  return names[middle] === ' ' && baseOf(old) === baseOf(now) ? [old, now] : undefined
}

function baseOf(name: string): string {
  return name.slice(name.indexOf('/') + 1)
}

/** What git writes in front of names: of a commit, the index, the working tree, an object, two files. */
const PREFIXES = /^[abciwo12]\//u

/** The path that two names mean: as the change leaves the file, unless that is nowhere. */
export function findPath(old: string, now: string): string {
  if (isNowhere(old) || isNowhere(now)) return (isNowhere(now) ? old : now).replace(/^[ab]\//u, '')
  return isPrefixed(old, now) ? now.slice(2) : now
}

/** That of git’s first line, where both are the same file: whatever was asked to stand in front of it. */
export function findGitPath(old: string, now: string): string {
  if (isNowhere(old) || isNowhere(now) || isPrefixed(old, now)) return findPath(old, now)
  const [olds, nows] = [old.split('/'), now.split('/')]
  const isSame = (back: number) => olds.at(-back) === nows.at(-back)
  let same = 0
  while (same < nows.length && isSame(same + 1)) same += 1
  return same === 0 ? now : nows.slice(-same).join('/')
}

function isNowhere(name: string): boolean {
  return name === '/dev/null' || name === ''
}

function isPrefixed(old: string, now: string): boolean {
  return PREFIXES.test(old) && PREFIXES.test(now) && old.slice(0, 2) !== now.slice(0, 2)
}
