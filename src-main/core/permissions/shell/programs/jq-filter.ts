import type { Field } from '../values.ts'

const PAIRED: ReadonlySet<string> = new Set(['--arg', '--argjson', '--slurpfile', '--rawfile'])
const VALUED: ReadonlySet<string> = new Set([
  '-L',
  '-o',
  '-p',
  '-I',
  '-w',
  '--indent',
  '--from',
  '--to',
  '--output-format',
  '--input-format',
])

/** Finds the filter among the arguments of `jq`: the first that is no option or option's value. */
function findFilter(args: readonly Field[]): string {
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text ?? ''
    if (PAIRED.has(text)) at += 2
    else if (VALUED.has(text)) at += 1
    else if (!text.startsWith('-')) return text
  }
  return ''
}

const ENVIRONMENT = /\$\s*ENV\b|(?<![.\w$"])env\b(?!\s*:)/u

/** Whether the filter among these arguments reads the environment, or is in a file that could. */
export function readsEnvironment(args: readonly Field[]): boolean {
  const isInFile = args.some(({ text }) => /^(?:-[a-zA-Z]*f|--from-file)/u.test(text))
  // An object's key in short form.
  const code = withoutStrings(findFilter(args)).replaceAll(/\{\s*env\b/gu, '{')
  return isInFile || ENVIRONMENT.test(code)
}

/** Removes the text of string literals, but not the code that they interpolate. */
function withoutStrings(filter: string): string {
  // A comment may contain a quotation mark that starts no string.
  if (filter.includes('#')) return filter
  let code = ''
  let isText = false
  /** Open parentheses in each interpolation around the position. */
  const depths: number[] = []
  for (let at = 0; at < filter.length; at++) {
    const char = filter.charAt(at)
    if (isText && char === '\\') {
      at++
      if (filter.charAt(at) !== '(') continue
      depths.push(1)
      isText = false
      code += '('
    } else if (char === '"') {
      isText = !isText
      code += '"'
    } else if (!isText) {
      code += char
      isText = closesInterpolation(char, depths)
    }
  }
  return code
}

/** Counts a parenthesis; returns whether it closes the innermost interpolation. */
function closesInterpolation(char: string, depths: number[]): boolean {
  const depth = depths.at(-1)
  if (depth === undefined || (char !== '(' && char !== ')')) return false
  depths.pop()
  const left = depth + (char === '(' ? 1 : -1)
  if (left > 0) depths.push(left)
  return left === 0
}
