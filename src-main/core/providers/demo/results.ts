import type { MadeCall } from './conversation.ts'

const ROOT = '/workspace/'

/** A path below the project's folder. */
export function toShort(path: string): string {
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : path
}

export function toFull(path: string): string {
  return ROOT + path
}

/** Files that `glob` found, below the project's folder. */
export function filesFound(calls: readonly MadeCall[]): string[] {
  const found = calls.filter(({ name }) => name === 'glob').flatMap(({ result }) => linesOf(result))
  const files = found.filter((line) => line.startsWith(ROOT) && !line.endsWith('/'))
  return [...new Set(files.map(toShort))]
}

/** Whether the plan was last written down with nothing left open. */
export function isPlanDone(calls: readonly MadeCall[]): boolean {
  const todos = calls.findLast(({ name }) => name === 'write_todos')?.args['todos']
  return Array.isArray(todos) && todos.every((todo) => todo.status === 'completed')
}

export interface SizedFile {
  readonly path: string
  readonly bytes: number
}

/** Files that `ls` listed with their size, the largest first. */
export function sizesSeen(calls: readonly MadeCall[]): SizedFile[] {
  return calls
    .filter(({ name }) => name === 'ls')
    .flatMap(({ result }) => linesOf(result))
    .flatMap((line) => {
      const match = /^(?<path>.+) \((?<bytes>\d+) bytes\)$/.exec(line)
      return match?.groups
        ? [{ path: toShort(match.groups['path'] ?? ''), bytes: Number(match.groups['bytes']) }]
        : []
    })
    .sort((one, other) => other.bytes - one.bytes)
}

export interface Hit {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** Lines that `grep` found for a pattern. */
export function hitsOf(calls: readonly MadeCall[], pattern: string): Hit[] {
  const searches = calls.filter(({ name, args }) => name === 'grep' && args['pattern'] === pattern)
  return searches.flatMap(({ result }) => {
    let path = ''
    return result.split('\n').flatMap((line) => {
      if (line.startsWith(ROOT)) path = toShort(line.replace(/:$/, ''))
      const match = /^\s+(\d+): ?(.*)$/.exec(line)
      return match && path ? [{ path, line: Number(match[1]), text: (match[2] ?? '').trim() }] : []
    })
  })
}

/** What a file read so far holds, without the header above it; `undefined`: it was not read. */
export function textRead(calls: readonly MadeCall[], path: string): string | undefined {
  const read = calls.find(
    ({ name, args, isError }) =>
      name === 'read_file' && !isError && args['file_path'] === toFull(path),
  )
  return read?.result.replace(/^@@ .* @@\n/, '')
}

export function pathsRead(calls: readonly MadeCall[]): string[] {
  const reads = calls.filter(({ name, isError }) => name === 'read_file' && !isError)
  return reads.map(({ args }) => toShort(String(args['file_path'])))
}

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trimEnd())
}
