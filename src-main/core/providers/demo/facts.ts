import { z } from 'zod'
import { ellipsize } from '#shared/lib/truncate-text.ts'
import type { MadeCall } from './conversation.ts'

const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  tsx: 'TypeScript',
  mts: 'TypeScript',
  js: 'JavaScript',
  jsx: 'JavaScript',
  mjs: 'JavaScript',
  cjs: 'JavaScript',
  py: 'Python',
  rs: 'Rust',
  go: 'Go',
  java: 'Java',
  kt: 'Kotlin',
  rb: 'Ruby',
  php: 'PHP',
  c: 'C',
  h: 'C',
  cpp: 'C++',
  cc: 'C++',
  cs: 'C#',
  swift: 'Swift',
  sh: 'Shell',
  css: 'CSS',
  scss: 'CSS',
  html: 'HTML',
  vue: 'Vue',
  svelte: 'Svelte',
  sql: 'SQL',
  md: 'Markdown',
  json: 'JSON',
  yml: 'YAML',
  yaml: 'YAML',
  toml: 'TOML',
}

const PROSE: ReadonlySet<string> = new Set(['Markdown', 'JSON', 'YAML', 'TOML'])

interface Counted {
  readonly name: string
  readonly count: number
}

/** Files by language, most first; what is not code comes last. */
export function languagesOf(files: readonly string[]): Counted[] {
  const known = files.flatMap((path) => LANGUAGES[extensionOf(path)] ?? [])
  const counted = countBy(known)
  const isCode = ({ name }: Counted) => !PROSE.has(name)
  return [...counted.filter(isCode), ...counted.filter((one) => !isCode(one))]
}

/** How many of each, most first. */
export function countBy(names: readonly string[]): Counted[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count)
}

export function isCode(path: string): boolean {
  const language = LANGUAGES[extensionOf(path)]
  return language !== undefined && !PROSE.has(language)
}

export function isTest(path: string): boolean {
  if (!isCode(path)) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isNamed = /^test_[\s\S]|[._-](?:test|spec)\.[\s\S]/.test(name)
  return isNamed || /(?:^|\/)(?:tests?|spec|__tests__)\//.test(path)
}

/** Top folders by how many files are below them, most first. */
export function foldersOf(files: readonly string[]): Counted[] {
  return countBy(files.flatMap((path) => (path.includes('/') ? [path.split('/', 1)[0] ?? ''] : [])))
}

const Manifest = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  main: z.string().optional(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  scripts: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
})
type Manifest = z.infer<typeof Manifest>

/** A `package.json`, as far as it was read; `undefined` where it was cut off or is none. */
export function readManifest(text: string | undefined): Manifest | undefined {
  if (text === undefined) return undefined
  try {
    return Manifest.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** What the manifest starts from, else files that are usually started from. */
export function entryPointsOf(manifest: Manifest | undefined, files: readonly string[]): string[] {
  const bin = manifest?.bin
  const bins = typeof bin === 'string' ? [bin] : Object.values(bin ?? {})
  const named = [manifest?.main, ...bins].flatMap((path) =>
    path ? [path.replace(/^\.\//, '')] : [],
  )
  const usual = files.filter((path) =>
    /^(src\/|app\/|cmd\/[^/]+\/|src-[a-z]+\/)?(main|index|app|cli|server|__main__)\.[a-z]+$/.test(
      path,
    ),
  )
  return [...new Set([...named, ...usual.filter(isCode)])].slice(0, 8)
}

/** The first paragraph of a README that says something. */
export function summaryOf(readme: string | undefined): string | undefined {
  const paragraphs = (readme ?? '')
    .split(/\n\s*\n/)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
  const spoken = paragraphs.find((text) => /^[A-Z"“*_`]/i.test(text) && text.length > 40)
  return spoken && ellipsize(spoken, 400)
}

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
}

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

interface SizedFile {
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
