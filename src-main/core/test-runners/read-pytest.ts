import type { FailedTest } from '#shared/events/tool.ts'
import { readCounts, type TestReport, toPlace } from './define.ts'

const SUMMARY =
  /^(?:=+ )?\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?)\b.* in [\d.]+s/u

/** Reads what pytest prints with `-rA --tb=short`. */
export function readPytest(output: string): TestReport | undefined {
  const summary = output.split('\n').findLast((line) => SUMMARY.test(line))
  if (summary === undefined) return undefined
  const counts = readCounts(summary)
  const count = (word: string) => counts.get(word) ?? counts.get(`${word}s`) ?? 0
  const sections = toSections(output)
  const failures = [...output.matchAll(/^(?:FAILED|ERROR) (\S+)(?: - (.*))?$/gmu)].map(
    ([, id = '', why = '']) => toFailure({ ...splitId(id), why }, sections),
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

function toFailure(
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
