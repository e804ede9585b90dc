/** Consecutive lines of a text without the prefixes that a program wrote in front of them. */
export interface StrippedLines {
  readonly text: string
  /** By character: its offset in the source; one more, for the end. */
  readonly from: Uint32Array
}

interface Prefix {
  readonly first: RegExp
  /** In the lines that follow one that begins with `first`. */
  readonly next: RegExp
}

const toPrefix = (pattern: RegExp): Prefix => ({ first: pattern, next: pattern })

/** Prefixes that programs add to each line, such as line numbers and the `+` of a diff. */
const PREFIXES: readonly Prefix[] = [
  // cat -n, editors, and grep -n for one file.
  toPrefix(/[ \t]{0,8}\d{1,7}(?:\t|→| {0,2}[|│] ?|[:-](?!\d))/y),
  // grep -n for several files, and grep without line numbers.
  toPrefix(/(?:[A-Za-z]:)?[\w.@~+/\\-]{1,200}[:-]\d{1,7}[:-](?!\d)/y),
  toPrefix(/(?:[A-Za-z]:)?[\w.@~+/\\-]{0,200}\.\w{1,8}:(?![:/])/y),
  // Quotes in mail and Markdown.
  toPrefix(/(?:> ?){1,4}/y),
  // Logs of several containers.
  toPrefix(/[\w.-]{1,40} {1,20}\| /y),
  // Diffs.
  { first: /[+-]|@@ /y, next: /[-+ @\\]/y },
]

/** Strips the prefixes of lines, by runs of lines whose prefixes are of one kind. */
export function* stripLinePrefixes(text: string): Generator<StrippedLines> {
  for (const prefix of PREFIXES) yield* stripPrefix(text, prefix)
}

function* stripPrefix(text: string, { first, next }: Prefix): Generator<StrippedLines> {
  let lines: { readonly start: number; readonly end: number }[] = []
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline + 1
    const length = matchLength(lines.length === 0 ? first : next, text, start)
    if (length > 0) lines.push({ start: start + length, end })
    else if (lines.length > 0) {
      yield join(text, lines)
      lines = []
    }
    start = end
  }
  if (lines.length > 0) yield join(text, lines)
}

function matchLength(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset
  return pattern.test(text) ? pattern.lastIndex - offset : 0
}

function join(
  text: string,
  lines: readonly { readonly start: number; readonly end: number }[],
): StrippedLines {
  const length = lines.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0)
  const from = new Uint32Array(length + 1)
  let at = 0
  for (const { start, end } of lines) {
    for (let index = start; index < end; index += 1) {
      from[at] = index
      at += 1
    }
  }
  from[at] = lines.at(-1)?.end ?? 0
  return { text: lines.map(({ start, end }) => text.slice(start, end)).join(''), from }
}
