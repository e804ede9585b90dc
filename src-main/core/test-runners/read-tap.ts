import type { FailedTest } from '#shared/events/tool.ts'
import { type TestReport, toPlace } from './define.ts'

const RESULT = /^( *)(not )?ok \d+(?!\d)(?: -)? ?(.*)$/u

interface Point {
  readonly depth: number
  readonly isOk: boolean
  /** With the directive behind it. */
  readonly text: string
  /** What is told of it below. */
  readonly details: readonly string[]
}

/** Reads the Test Anything Protocol, as Vitest, Mocha and Node write it: tests that hold others count as those. */
export function readTap(output: string): TestReport | undefined {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const failures: FailedTest[] = []
  const above: string[] = []
  /** By depth, whether something deeper was told since. */
  const holds: boolean[] = []
  for (const point of toPoints(output, above)) {
    const { depth, isOk, text, details } = point
    const isHolder = holds[depth] === true
    holds.fill(true, 0, depth)
    holds.length = Math.max(depth, 0)
    for (let outer = 0; outer < depth; outer += 1) holds[outer] = true
    if (isHolder && (isOk || isOfOthers(details))) continue
    if (/ # (?:SKIP|TODO)\b/iu.test(text)) counts.skipped += 1
    else if (isOk) counts.passed += 1
    else {
      counts.failed += 1
      failures.push(toFailure(nameOf(point, above), details))
    }
  }
  const isTold = counts.passed + counts.failed + counts.skipped > 0
  return isTold ? { ...counts, failures } : undefined
}

/** Names of what holds them are kept in `above`, by depth, as they come. */
function* toPoints(output: string, above: string[]): Generator<Point> {
  const lines = output.split('\n')
  for (const [at, line] of lines.entries()) {
    const [, indent = '', subtest] = /^( *)# Subtest: (.*)$/u.exec(line) ?? []
    if (subtest !== undefined) {
      above.length = depthOf(indent)
      above.push(plain(subtest))
    }
    const [, margin = '', not, text = ''] = RESULT.exec(line) ?? []
    if (!RESULT.test(line)) continue
    let end = at + 1
    while (isDetail(lines[end], margin)) end += 1
    const details = lines.slice(at + 1, end)
    yield { depth: depthOf(margin), isOk: not === undefined, text, details }
  }
}

/** Not every program moves in what is deeper by four. */
function depthOf(margin: string): number {
  return Math.floor(margin.length / 4)
}

/** An answer of several lines is not always moved in. */
function isDetail(line: string | undefined, margin: string): boolean {
  return (
    line !== undefined &&
    !RESULT.test(line) &&
    !/^ *(?:# |\d+\.\.\d+)/u.test(line) &&
    !line.startsWith(`${margin}ok`)
  )
}

function isOfOthers(details: readonly string[]): boolean {
  return details.some((line) => line.includes("failureType: 'subtestsFailed'"))
}

function nameOf({ depth, text }: Point, above: readonly string[]): string {
  const own = plain(text.replace(/ # (?:time=|SKIP|TODO)[\s\S]*$/iu, ''))
  return [...above.slice(0, depth), own].join(' > ')
}

function plain(name: string): string {
  return name.replaceAll(/\\(?=[#\\])/gu, '').trim()
}

function toFailure(name: string, details: readonly string[]): FailedTest {
  const told = details.join('\n')
  const file = /location: '([^']+)'/u.exec(told)?.[1]
  const frames = told.split(/[\s()]+/u).flatMap(placeIn)
  const path = file && toPlace(file).path
  const own = frames.find((frame) => path && toPlace(frame).path === path && frame !== file)
  const at = /^[ \t]*at: "([^"]+)"/mu.exec(told)?.[1]
  const other = frames.find((frame) => !frame.includes('node_modules'))
  return { name, message: messageOf(details), ...toPlace(at ?? own ?? file ?? other ?? '') }
}

/** `/path:line:column`, or the same as a `file:` address. */
function placeIn(word: string): readonly string[] {
  const start = word.search(/(?:file:\/\/)?\//u)
  const [place] = /^(?:file:\/\/)?\/.+:\d+:\d+/u.exec(word.slice(Math.max(0, start))) ?? []
  return start < 0 || place === undefined ? [] : [place]
}

/** `message: "…"`, of one line or several. */
function quotedMessageIn(told: string): string | undefined {
  const begun = /^[ \t]*message: "/mu.exec(told)
  if (!begun) return undefined
  const start = begun.index + begun[0].length
  const end = told.indexOf('"\n', start)
  return end < 0 ? undefined : told.slice(start, end)
}

/** What is indented below `error: |-`. */
function errorBlockIn(details: readonly string[]): string | undefined {
  const at = details.findIndex((line) => /^ *error: \|-$/u.test(line))
  const margin = details[at]?.indexOf('error') ?? 0
  const isNext = (line: string) =>
    line.startsWith(' '.repeat(margin)) && /^\S/u.test(line.slice(margin))
  const end = details.findIndex((line, index) => index > at + 1 && isNext(line))
  return at < 0 || end < 0 ? undefined : withoutMargin(details.slice(at + 1, end), margin + 2)
}

function messageOf(details: readonly string[]): string {
  const told = details.join('\n')
  const quoted = quotedMessageIn(told)
  if (quoted !== undefined) return quoted.replaceAll('\\"', '"').trim()
  const block = errorBlockIn(details)
  if (block !== undefined) return block
  const short = /^[ \t]*error: '(.*)'$/mu.exec(told)?.[1]
  if (short !== undefined) return short
  const lines = details.filter((line) => !/^\s*(?:at .*|---|\.\.\.)?$/u.test(line))
  return lines.map((line) => line.trim()).join('\n')
}

function withoutMargin(lines: readonly string[], margin: number): string {
  return lines
    .map((line) => line.slice(margin))
    .join('\n')
    .trim()
}
