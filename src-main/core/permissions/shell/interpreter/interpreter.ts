import type { Setting } from '../at.ts'
import { expandWord } from '../expand-word.ts'
import type { Input, Judging } from '../judging.ts'
import type { ShellPlace } from '../place.ts'
import { readRoughly } from '../rough-reading.ts'
import { Scope } from '../scope.ts'
import { extentsOf, findSubstitutions, type Parse, type Syntax } from '../syntax.ts'
import { costOf, type Field, isFetched, type Output, UNREADABLE, unite } from '../values.ts'
import { dangerous, type Finding, TOO_COMPLEX, unknown, VERDICTS } from '../verdict.ts'
import { TooMuchWork, Work } from '../work.ts'
import { runArgv } from './run-command.ts'
import { walk } from './statements.ts'

const MAX_DEPTH = 24
const EVALUATES = unknown(
  'A text in it holds a command, and bash runs that where it takes the text for a number or a name.',
)
/** The number of different findings that are kept of each severity. */
const MAX_FINDINGS = 8
/** Characters read in one command, texts that it makes itself counted. */
const MAX_READ = 256 * 1024

/** A finding, and where it was made. */
interface Found extends Finding {
  /** The innermost piece of the source that it was found in. */
  readonly part: string
}

/** Follows a command through its parts without running any, and collects the findings. */
export class Interpreter implements Judging {
  readonly place: ShellPlace
  readonly work = new Work()
  readonly #parse: Parse
  readonly #command: string
  readonly #parts: string[] = []
  #findings: Found[] = []
  #isGuarded = false
  #depth = 0
  #read = 0
  #suspecting = 0

  constructor(parse: Parse, command: string, place: ShellPlace) {
    this.#parse = parse
    this.#command = command
    this.place = place
  }

  /** Returns the findings, worst first, for a shell that has run `before` already. */
  judge(before: string): readonly Found[] {
    const scope = new Scope(this.place, this.work)
    const isFollowed = before === '' || this.#attempt(before, scope)
    this.#findings = []
    this.#isGuarded = false
    if (!isFollowed || !this.#attempt(this.#command, scope)) this.note(TOO_COMPLEX)
    if (scope.evaluated.mayRunCommands) this.note(EVALUATES)
    return this.#found()
  }

  /** Judges a text. Returns false if that takes too much work; findings so far are kept. */
  #attempt(text: string, scope: Scope): boolean {
    try {
      this.run(text, scope, undefined)
      return true
    } catch (error) {
      if (error instanceof TooMuchWork) return false
      throw error
    }
  }

  #found(): readonly Found[] {
    return VERDICTS.toReversed()
      .flatMap((verdict) => this.#findings.filter((found) => found.verdict === verdict))
      .map((found) => ({ ...found, ...(this.#isGuarded && { isGuarded: true }) }))
  }

  note(finding: Finding | undefined): void {
    if (!finding || (this.#suspecting > 0 && finding.verdict !== 'catastrophic')) return
    this.#isGuarded ||= finding.isGuarded ?? false
    const equals = this.#findings.filter(({ verdict }) => verdict === finding.verdict)
    const isKnown = equals.some(({ reason }) => reason === finding.reason)
    if (isKnown || equals.length >= MAX_FINDINGS) return
    const part = this.#parts.findLast((text) => this.#command.includes(text)) ?? this.#command
    const { verdict, reason } = finding
    this.#findings.push({ verdict, reason, part })
  }

  within<T>(part: string, judge: () => T): T {
    this.#parts.push(part)
    try {
      return this.work.nest(judge)
    } finally {
      this.#parts.pop()
    }
  }

  suspect(judge: () => unknown): void {
    this.#suspecting++
    try {
      judge()
    } finally {
      this.#suspecting--
    }
  }

  run(given: string, scope: Scope, input: Input): Output {
    this.#noteOrigin(given)
    // Shells drop NUL characters, but the grammar stops at one.
    const text = given.replaceAll('\0', '')
    this.#read += text.length
    if (this.#read > MAX_READ) throw new TooMuchWork()
    if (this.#depth >= MAX_DEPTH) return this.#giveUp()
    this.work.spend(text.length)
    const tree = this.#parse(text, this.work)
    if (!tree) return this.#giveUp()
    this.#depth++
    try {
      return this.#walk(text, tree, { scope, input })
    } finally {
      this.#depth--
    }
  }

  call(argv: readonly Field[], scope: Scope, input: Input): Output {
    this.work.step()
    if (this.#depth >= MAX_DEPTH) return this.#giveUp()
    this.work.spend(costOf(argv.map(toText)) + costOf(input ?? []))
    this.#depth++
    try {
      const output = unite(runArgv({ argv, scope, judging: this, input }))
      this.work.spend(costOf(output))
      return output
    } finally {
      this.#depth--
    }
  }

  #walk(text: string, tree: Syntax, { scope, input }: { scope: Scope; input: Input }): Output {
    const origin = { source: text, extents: extentsOf(tree), judged: new Set<number>() }
    const at = { origin, scope, judging: this, input }
    if (tree.isBroken || hasLost(tree, text)) {
      this.note(unknown('It could not be read as a command of the shell.'))
      readRoughly(text, { ...at, scope: scope.copy() })
    }
    // Both confuse the grammar, so it is asked about what they mean as well.
    const plain = withoutFalseKeywords(withoutManyBackticks(text))
    if (plain !== text) this.run(plain, scope.copy(), input)
    const output = walk(tree, at)
    this.#judgeOthers(tree, at)
    return output
  }

  /** Judges commands that stand where none is looked for: in an index, an offset, a pattern of `case`. */
  #judgeOthers(tree: Syntax, at: Setting): void {
    this.work.spend(at.origin.source.length)
    for (const { start, end } of findSubstitutions(tree)) {
      if (!at.origin.judged.has(start))
        expandWord({ ...at, scope: at.scope.copy() }, { start, end })
    }
  }

  #noteOrigin(text: string): void {
    if (isFetched([text])) {
      this.note(dangerous('It runs what it downloads, before anyone has seen it.'))
    }
    if (text.includes('\0')) {
      this.note(unknown('It contains NUL characters, which shells read in different ways.'))
    }
    if (/[\uE000\uE002\uE003]/u.test(text)) {
      this.note(unknown('What it runs only shows when it runs.'))
    }
  }

  #giveUp(): Output {
    this.note(TOO_COMPLEX)
    return UNREADABLE
  }
}

function toText({ text }: Field): string {
  return text
}

function withoutManyBackticks(text: string): string {
  if (text.split('`').length <= 3) return text
  let plain = ''
  let at = 0
  for (let open = text.indexOf('`'); open !== -1; open = text.indexOf('`', at)) {
    const close = findBacktick(text, open + 1)
    if (close === undefined) break
    const inner = text.slice(open + 1, close).replaceAll(/\\(?<char>[`\\$])/gu, '$1')
    plain += `${text.slice(at, open)}$(${inner})`
    at = close + 1
  }
  return plain + text.slice(at)
}

/** Finds the next unescaped backtick. */
function findBacktick(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at += text[at] === '\\' ? 2 : 1) {
    if (text[at] === '`') return at
  }
  return undefined
}

/** `fi""nd` begins with no keyword for the shell, but for the grammar. */
function withoutFalseKeywords(text: string): string {
  return text.replaceAll(
    /(?<![^\s;&|(){}])(?:fi|done|esac|do|then|else|elif|in)(?=["'$`\\])/gu,
    '"$&"',
  )
}

const BETWEEN: ReadonlySet<string> = new Set([
  ...['program', 'list', 'pipeline', 'command', 'subshell', 'compound_statement', 'do_group'],
  ...['redirected_statement', 'if_statement', 'while_statement', 'for_statement', 'else_clause'],
  ...['elif_clause', 'negated_command', 'declaration_command', 'file_redirect', 'case_item'],
])

/** Text between two parts that belongs to neither: the grammar has passed over something. */
function hasLost(node: Syntax, text: string): boolean {
  return (
    (BETWEEN.has(node.type) && hasGap(node, text)) ||
    node.children.some((child) => hasLost(child, text))
  )
}

function hasGap({ start, end, children, type }: Syntax, text: string): boolean {
  let at = type === 'program' ? 0 : start
  for (const child of children) {
    if (!isBlank(text.slice(at, child.start))) return true
    at = Math.max(at, child.end)
  }
  return children.length > 0 && !isBlank(text.slice(at, type === 'program' ? text.length : end))
}

function isBlank(text: string): boolean {
  return /^(?:[ \t\r\n]|\\\r?\n)*$/u.test(text)
}
