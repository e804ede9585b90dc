import type { FailedTest } from '#shared/events/tool.ts'
import { type TestReport, toPlace } from './define.ts'

const RESULT = /^( *)(not )?ok \d+(?: -)? ?(.*)$/u

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
  const own = plain(text.replace(/ # (?:time=|SKIP|TODO).*$/iu, ''))
  return [...above.slice(0, depth), own].join(' > ')
}

function plain(name: string): string {
  return name.replaceAll(/\\(?=[#\\])/gu, '').trim()
}

function toFailure(name: string, details: readonly string[]): FailedTest {
  const told = details.join('\n')
  const file = /location: '([^']+)'/u.exec(told)?.[1]
  const frames = [...told.matchAll(/\(?((?:file:\/\/)?\/[^\s()]+:\d+:\d+)\)?/gu)].map(
    ([, place = '']) => place,
  )
  const path = file && toPlace(file).path
  const own = frames.find((frame) => path && toPlace(frame).path === path && frame !== file)
  const at = /^\s*at: "([^"]+)"/mu.exec(told)?.[1]
  const other = frames.find((frame) => !frame.includes('node_modules'))
  return { name, message: messageOf(details), ...toPlace(at ?? own ?? file ?? other ?? '') }
}

function messageOf(details: readonly string[]): string {
  const told = details.join('\n')
  const quoted = /^\s*message: "([\s\S]*?)"\n/mu.exec(told)?.[1]
  if (quoted !== undefined) return quoted.replaceAll('\\"', '"').trim()
  const [, margin = '', block] = /^( *)error: \|-\n([\s\S]*?)\n\1\S/mu.exec(told) ?? []
  if (block !== undefined) return withoutMargin(block, margin.length + 2)
  const short = /^\s*error: '(.*)'$/mu.exec(told)?.[1]
  if (short !== undefined) return short
  const lines = details.filter((line) => !/^\s*(?:at .*|---|\.\.\.)?$/u.test(line))
  return lines.map((line) => line.trim()).join('\n')
}

function withoutMargin(block: string, margin: number): string {
  const lines = block.split('\n').map((line) => line.slice(margin))
  return lines.join('\n').trim()
}
