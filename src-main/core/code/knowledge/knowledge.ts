import { ellipsize } from '#shared/lib/truncate-text.ts'
import type { FileFacts } from '../facts/code-facts.ts'
import { buildCallGraph, type CallGraph } from './call-graph.ts'
import { buildImportGraph, type ImportGraph } from './import-graph.ts'
import { isTest } from './paths.ts'

/** What is worked out of a project's files once, for every topic. */
export interface Knowledge {
  /** Every file that was read, by path. */
  readonly files: ReadonlyMap<string, FileFacts>
  /** Those that test no others. */
  readonly code: ReadonlyMap<string, FileFacts>
  readonly configurations: ReadonlyMap<string, string>
  readonly imports: ImportGraph
  readonly calls: CallGraph
}

export function buildKnowledge(
  files: ReadonlyMap<string, FileFacts>,
  configurations: ReadonlyMap<string, string>,
): Knowledge {
  const imports = buildImportGraph(files, configurations)
  const calls = buildCallGraph(files, imports)
  const code = new Map([...files].filter(([path]) => !isTest(path)))
  return { files, code, configurations, imports, calls }
}

/** A part of an answer: its lines, and what is said where there is nothing to say. */
export interface Section {
  readonly title: string
  readonly lines: readonly string[]
  readonly none: string
}

const MAX_LINE = 180

export function cutLine(line: string): string {
  return ellipsize(line, MAX_LINE)
}

/** The largest counts first, then by name. */
export function byCount(a: readonly [string, number], b: readonly [string, number]): number {
  if (a[1] !== b[1]) return b[1] - a[1]
  return a[0] < b[0] ? -1 : 1
}

export function count<T>(items: Iterable<T>, keyOf: (item: T) => string | undefined) {
  const counts = new Map<string, number>()
  for (const item of items) {
    const key = keyOf(item)
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** `1 file`, `2 files`. */
export function plural(amount: number, word: string): string {
  return `${amount.toLocaleString('en')} ${word}${amount === 1 ? '' : 's'}`
}
