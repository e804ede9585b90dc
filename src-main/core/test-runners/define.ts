import type { FailedTest } from '#shared/events/tool.ts'

/** What came of tests. */
export interface TestReport {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** In the order they were told, each with its place as the runner named it. */
  readonly failures: readonly FailedTest[]
}

/** Which tests are wanted; both absent: all. */
export interface TestSelection {
  /** A file or folder, below the folder that they are run in. */
  readonly path?: string | undefined
  /** A part of their names. */
  readonly filter?: string | undefined
}

/** A program that runs tests. */
export interface TestRunner {
  readonly name: string
  /** For a shell, in the folder that it belongs to. */
  command(selection: TestSelection): string
}

/** The parts of a command, without those that are absent. */
export function words(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ')
}

/** Reads `3 passed, 1 failed` as numbers by word; of a word that stands there twice, the first counts. */
export function readCounts(summary: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [, count, word = ''] of summary.matchAll(/(?<!\d)(\d+) ([a-z]+)/gu)) {
    if (!counts.has(word)) counts.set(word, Number(count))
  }
  return counts
}

/** A place as `path:line:column`, of a file by its address or its path. */
export function toPlace(text: string): Pick<FailedTest, 'path' | 'line'> {
  const [, path, line] = /^(?:file:\/\/)?(.+?):(\d+)(?::\d+)?$/u.exec(text.trim()) ?? []
  return path === undefined || Number(line) < 1 ? {} : { path, line: Number(line) }
}
