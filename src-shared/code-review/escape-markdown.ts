import { showInvisible } from '../lib/invisible-characters.ts'

/** Does not show, and keeps what stands around it from being taken for a name, a number or an address. */
const APART = '&#8203;'
const FENCE = /^\s*(`{3,}|~{3,})/
const RULE = /^\s*[-=*_:|][-=*_:|\s]*$/

/**
 * Text that somebody else wrote, as Markdown that says no more than that text: no markup, no links or
 * images, nobody is called and nothing referred to. Code, lists and bold words stay what they are.
 */
export function escapeMarkdown(text: string): string {
  const lines = readable(text).split('\n')
  const blocks: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const fence = FENCE.exec(line)?.[1]
    if (fence === undefined) blocks.push(escapeLine(showInvisible(line, 'prose')))
    else {
      const rest = lines.slice(index + 1)
      const length = rest.findIndex((one) => closes(one, fence))
      const code = length < 0 ? rest : rest.slice(0, length)
      blocks.push(fenced(showInvisible(code.join('\n'))))
      index += code.length + 1
    }
  }
  return blocks.join('\n').trim()
}

/** The same of a few words, in one line. */
export function escapeWords(text: string): string {
  return escapeLine(showInvisible(readable(text).replace(/\s+/g, ' ').trim(), 'prose'))
}

/** As a block of code; what it is written in is not said, so that nothing is drawn or run of it. */
export function fenced(code: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1))
  return `${fence}${language}\n${code}\n${fence}`
}

/** As code within a line. */
export function codeSpan(text: string): string {
  const code = showInvisible(readable(text).replace(/\s+/g, ' '))
  const fence = '`'.repeat(longestRun(code) + 1)
  const isBare = /^[^` ].*[^` ]$|^[^` ]$/.test(code)
  return isBare ? fence + code + fence : `${fence} ${code} ${fence}`
}

function readable(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

function closes(line: string, fence: string): boolean {
  const text = line.trim()
  return text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length)
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0)
}

/** Indented further it would be code, with what is escaped in it to be seen. */
function escapeLine(line: string): string {
  const text = line.replace(/^\s{4,}|^\t\s*/, '   ')
  if (RULE.test(text)) return text.replace(/\S/, '\\$&')
  return cutCode(text)
    .map(({ isCode, part }) => (isCode ? codeSpan(part) : escapeProse(part)))
    .join('')
}

interface Part {
  readonly isCode: boolean
  readonly part: string
}

interface Run {
  readonly length: number
  readonly index: number
}

/** A line at its code spans: of backticks, so many of them open one as close it. */
function cutCode(line: string): readonly Part[] {
  const parts: Part[] = []
  const runs = [...line.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }))
  const closing = findClosing(runs)
  let from = 0
  for (const [at, open] of runs.entries()) {
    const close = closing[at]
    if (open.index < from || !close) continue
    parts.push({ isCode: false, part: line.slice(from, open.index) })
    const code = line.slice(open.index + open.length, close.index)
    parts.push({ isCode: true, part: code.trim() || ' ' })
    from = close.index + close.length
  }
  return [...parts, { isCode: false, part: line.slice(from) }]
}

/** For each the next of its length. */
function findClosing(runs: readonly Run[]): readonly (Run | undefined)[] {
  const later = new Map<number, Run>()
  const closing = runs.toReversed().map((run) => {
    const close = later.get(run.length)
    later.set(run.length, run)
    return close
  })
  return closing.toReversed()
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const SPECIAL = /[&<>\\`[\]|~$_*@#]|:(?=\/\/)|gh-(?=\d)|www(?=\.)/gi

function escapeProse(text: string): string {
  return text.replace(SPECIAL, (one, index: number) => {
    if (entities[one]) return entities[one]
    const next = text[index + one.length] ?? ''
    if (one === '*') return meansSomething(text, index) ? one : `\\${one}`
    if (one === '#' && (next === '' || next === '#' || next.trim() === '')) return `\\${one}`
    return /[@#:\w]/.test(one) && one !== '_' ? one + APART : `\\${one}`
  })
}

/** A bullet stays one, and so does what is bold. */
function meansSomething(text: string, index: number): boolean {
  if (text[index - 1] === '*' || text[index + 1] === '*') return true
  return text.slice(0, index).trim() === '' && text[index + 1] === ' '
}
