import { z } from 'zod'
import type { FailedTest } from '#shared/events/tool.ts'
import type { TestReport } from './define.ts'

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
