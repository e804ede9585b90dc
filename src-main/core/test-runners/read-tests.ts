import { z } from 'zod'
import type { FailedTest } from '#shared/events/tool.ts'
import { readCounts, type TestReport, toPlace } from './define.ts'
import { readTap } from './read-tap.ts'

/** By how surely each tells its own from the others'. */
const READERS = [readGo, readCargo, readPytest, readJest, readTap, readMaven, readGradle]

/** What the output of a test runner says; `undefined`: nothing that is known. */
export function readTests(output: string): TestReport | undefined {
  for (const read of READERS) {
    const report = read(output)
    if (report) return report
  }
  return undefined
}

const Line = z.object({
  Action: z.string(),
  Package: z.string().default(''),
  Test: z.string().optional(),
  Output: z.string().optional(),
})

/** Reads what `go test -json` prints: a test that holds others counts as those. */
export function readGo(output: string): TestReport | undefined {
  const lines = output.split('\n').flatMap(toLine)
  if (lines.length === 0) return undefined
  const printed = new Map<string, string>()
  const ends = new Map<string, { readonly action: string; readonly name: string }>()
  for (const { Action: action, Package: folder, Test: test, Output: text = '' } of lines) {
    const name = test === undefined ? folder : `${folder}.${test}`
    if (action === 'output') printed.set(name, (printed.get(name) ?? '') + text)
    if (test !== undefined && ['pass', 'fail', 'skip'].includes(action)) {
      ends.set(name, { action, name })
    }
  }
  const holders = findHolders([...ends.keys()])
  const leaves = [...ends.values()].filter(({ name }) => !holders.has(name))
  const of = (action: string) => leaves.filter((end) => end.action === action)
  const failures = of('fail').map(({ name }) => toFailure(name, printed.get(name) ?? ''))
  const counts = { passed: of('pass').length, failed: failures.length }
  return { ...counts, skipped: of('skip').length, failures }
}

/** Those that others are below: sorted, these come right behind. */
function findHolders(names: readonly string[]): ReadonlySet<string> {
  const sorted = names.map((name) => `${name}/`).toSorted()
  const holders = sorted.filter((name, index) => sorted[index + 1]?.startsWith(name))
  return new Set(holders.map((name) => name.slice(0, -1)))
}

function toLine(text: string) {
  if (!text.startsWith('{')) return []
  try {
    const { data } = Line.safeParse(JSON.parse(text))
    return data ? [data] : []
  } catch {
    return []
  }
}

function toFailure(name: string, printed: string): FailedTest {
  const told = printed.split('\n').filter((line) => !/^\s*(?:=== |--- |FAIL|PASS|$)/u.test(line))
  const [, path, line] = /^[ \t]*([\w./-]+\.go):(\d+):/mu.exec(printed) ?? []
  const message = told.map((one) => one.trim()).join('\n')
  return { name, message, ...(path && { path, line: Number(line) }) }
}

/** Reads what `cargo test` prints, over all that it runs. */
function readCargo(output: string): TestReport | undefined {
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

const PANICKED = 'panicked at '

/** Older compilers put the message in front of the place, in quotes. */
function panicPlaceIn(told: string): string {
  const start = told.indexOf(PANICKED)
  if (start < 0) return ''
  const rest = told.slice(start + PANICKED.length)
  const pattern = rest.startsWith("'") ? /', ([^\s:]+:\d+:\d+)/u : /^([^\s:]+:\d+:\d+)/u
  return pattern.exec(rest)?.[1] ?? ''
}

const SUMMARY =
  /^(?:=+ )?\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?)\b.* in [\d.]+s/u

/** Reads what pytest prints with `-rA --tb=short`. */
function readPytest(output: string): TestReport | undefined {
  const summary = output.split('\n').findLast((line) => SUMMARY.test(line))
  if (summary === undefined) return undefined
  const counts = readCounts(summary)
  const count = (word: string) => counts.get(word) ?? counts.get(`${word}s`) ?? 0
  const sections = toSections(output)
  const failures = [...output.matchAll(/^(?:FAILED|ERROR) (\S+)(?: - (.*))?$/gmu)].map(
    ([, id = '', why = '']) => toPytestFailure({ ...splitId(id), why }, sections),
  )
  return {
    passed: count('passed') + count('xpassed'),
    failed: count('failed') + count('error'),
    skipped: count('skipped') + count('xfailed'),
    failures,
  }
}

/** `path::name`, where the name may be of a class and a test in it; or the path alone. */
function splitId(id: string): { readonly path: string; readonly name: string | undefined } {
  const at = id.indexOf('::', 1)
  const name = at < 0 ? '' : id.slice(at + '::'.length)
  return name === '' ? { path: id, name: undefined } : { path: id.slice(0, at), name }
}

/** What is told of each, by its name without its file. */
function toSections(output: string): ReadonlyMap<string, string> {
  const parts = output.split(/^_{3,} (.+?) _{3,}$/mu)
  const sections = new Map<string, string>()
  for (let at = 1; at < parts.length; at += 2) {
    const title = (parts[at] ?? '').replace(/^ERROR (?:at \w+ of|collecting) /u, '')
    sections.set(title, parts[at + 1] ?? '')
  }
  return sections
}

function toPytestFailure(
  {
    path,
    name,
    why,
  }: { readonly path: string; readonly name: string | undefined; readonly why: string },
  sections: ReadonlyMap<string, string>,
): FailedTest {
  const told = sections.get(name?.replaceAll('::', '.') ?? path) ?? ''
  const said = [...told.matchAll(/^E {3}(.*)$/gmu)].map(([, line]) => line)
  const places = [...told.matchAll(/^(\S+\.py:\d+): /gmu)].map(([, place = '']) => toPlace(place))
  const place = places.findLast((one) => one.path === path) ?? places.at(-1) ?? { path }
  return { name: name ? `${path}::${name}` : path, message: said.join('\n') || why, ...place }
}

/** Reads what Jest prints for people. */
function readJest(output: string): TestReport | undefined {
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

/** Reads what Maven's Surefire prints at its end. */
function readMaven(output: string): TestReport | undefined {
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
function readGradle(output: string): TestReport | undefined {
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

function sumOf(output: string, pattern: RegExp): number | undefined {
  const found = [...output.matchAll(pattern)]
  return found.length === 0 ? undefined : found.reduce((sum, [, count]) => sum + Number(count), 0)
}
