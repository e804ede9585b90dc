import type { FailedTest } from '#shared/events/tool.ts'
import { readCounts, type TestReport, toPlace } from './define.ts'

function sumOf(output: string, pattern: RegExp): number | undefined {
  const found = [...output.matchAll(pattern)]
  return found.length === 0 ? undefined : found.reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Reads what Jest prints for people. */
export function readJest(output: string): TestReport | undefined {
  const summary = /^Tests:\s+(.*)$/mu.exec(output)?.[1]
  if (summary === undefined) return undefined
  const counts = readCounts(summary)
  const count = (word: string) => counts.get(word) ?? 0
  const blocks = output.split(/^ {2}● /mu).slice(1)
  const failures = new Map(blocks.map(toJestFailure).map((one) => [one.name, one]))
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped') + count('todo'),
    failures: [...failures.values()],
  }
}

/** The place that a line of a stack ends with, in brackets or without. */
const FRAME_END = /(?<![^\s()])[^\s()]+:\d+:\d+(?=\)?$)/u

function toJestFailure(block: string): FailedTest {
  const [name = '', ...lines] = block.split('\n')
  const end = lines.findIndex((line) => /^\s+(?:\d+ \||> ?\d+ \||at )/u.test(line))
  const message = lines.slice(0, end === -1 ? 20 : end).join('\n')
  const frames = lines.filter((line) => /^\s+at /u.test(line))
  const places = frames.flatMap((line) => FRAME_END.exec(line)?.[0] ?? [])
  const own = places.find((one) => !one.includes('node_modules'))
  return { name: name.trim(), message: message.trim(), ...toPlace(own ?? '') }
}

/** Reads what `cargo test` prints, over all that it runs. */
export function readCargo(output: string): TestReport | undefined {
  const passed = sumOf(output, /^test result: .*?(?<!\d)(\d+) passed/gmu)
  if (passed === undefined) return undefined
  const failures = [
    ...output.matchAll(/^---- (.+?) stdout ----\n([\s\S]*?)(?=\n\n|\n---- |$(?![\s\S]))/gmu),
  ].map(([, name = '', told = '']): FailedTest => {
    const place = panicPlaceIn(told)
    const lines = told.split('\n').filter((line) => !/^(?:thread '|note: |\s*$)/u.test(line))
    return { name, message: lines.join('\n'), ...toPlace(place) }
  })
  return {
    passed,
    failed: sumOf(output, /^test result: .*?(?<!\d)(\d+) failed/gmu) ?? 0,
    skipped: sumOf(output, /^test result: .*?(?<!\d)(\d+) ignored/gmu) ?? 0,
    failures,
  }
}

/** Older compilers put the message in front of the place, in quotes. */
function panicPlaceIn(told: string): string {
  const start = told.indexOf(PANICKED)
  if (start < 0) return ''
  const rest = told.slice(start + PANICKED.length)
  const pattern = rest.startsWith("'") ? /', ([^\s:]+:\d+:\d+)/u : /^([^\s:]+:\d+:\d+)/u
  return pattern.exec(rest)?.[1] ?? ''
}

const PANICKED = 'panicked at '

/** Reads what Maven's Surefire prints at its end. */
export function readMaven(output: string): TestReport | undefined {
  const results = [
    ...output.matchAll(
      /Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?!.*(?:Time elapsed|-- in))/gu,
    ),
  ]
  if (results.length === 0) return undefined
  const total = (group: number) => results.reduce((sum, result) => sum + Number(result[group]), 0)
  const failed = total(2) + total(3)
  const told = [...output.matchAll(/^\[ERROR\] {3}([\w$.]+)\.([\w$]+):(\d+) ?(.*)$/gmu)]
  const failures = told.map(([, type = '', test = '', line, message = '']): FailedTest => {
    return { name: `${type}.${test}`, message, path: `${type}.java`, line: Number(line) }
  })
  return { passed: total(1) - failed - total(4), failed, skipped: total(4), failures }
}

/** Reads what Gradle prints of tests that fail; of those that pass it tells nothing by itself. */
export function readGradle(output: string): TestReport | undefined {
  const [, all, failed, skipped] =
    /(?<!\d)(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?/u.exec(output) ?? []
  if (all === undefined) return undefined
  const told = [...output.matchAll(/^(\S+ > .+?) FAILED\n((?: {4}.*\n?)*)/gmu)]
  const failures = told.map(([, name = '', lines = '']): FailedTest => {
    const [, path, line] = /at ([\w$]+\.(?:java|kt|groovy)):(\d+)/u.exec(lines) ?? []
    const message = lines.split('\n')[0]?.trim() ?? ''
    return { name, message, ...(path && { path, line: Number(line) }) }
  })
  const counts = { failed: Number(failed ?? 0), skipped: Number(skipped ?? 0) }
  return { passed: Number(all) - counts.failed - counts.skipped, ...counts, failures }
}
