import { parseSync, Visitor } from 'oxc-parser'
import type { Parse } from '../check/parse-sources.ts'

const CHILD_STARTERS: ReadonlySet<string> = new Set([
  'spawn',
  'spawnSync',
  'exec',
  'execSync',
  'execFile',
  'execFileSync',
  'fork',
])
/** The exports that start a process, by module. */
const STARTERS: Readonly<Record<string, ReadonlySet<string>>> = {
  'node:child_process': CHILD_STARTERS,
  'playwright-core': new Set(['chromium', 'firefox', 'webkit']),
}
/** The one package that is loaded when it is first needed. */
const LOADED = /\bimport\('node-pty'\)/u

const FINDERS = /\/(?:find-program|find-chromium|search-path)\.ts$/u

export interface FoundStarts {
  /** Whether the file imports something that starts processes. */
  readonly isStarting: boolean
  /** Whether the file finds programs outside of projects. */
  readonly isFinding: boolean
  /** Lines that start git by its name. */
  readonly git: readonly number[]
  /** Lines that start a program by its name, which the system would look for. */
  readonly byName: readonly number[]
}

/** Finds what a TypeScript file starts. */
export function findStarts(file: string, text: string, parse: Parse = parseSync): FoundStarts {
  const { program } = parse(file, text)
  const git: number[] = []
  const byName: number[] = []
  let isStarting = LOADED.test(text)
  let isFinding = false
  new Visitor({
    ImportDeclaration: ({ source, importKind, specifiers }) => {
      isFinding ||= FINDERS.test(source.value)
      const names = STARTERS[source.value]
      if (!names || importKind === 'type') return
      isStarting ||= specifiers.some(
        (one) =>
          one.type !== 'ImportSpecifier' ||
          (one.importKind !== 'type' &&
            one.imported.type === 'Identifier' &&
            names.has(one.imported.name)),
      )
    },
    CallExpression: ({ callee, arguments: [first], start }) => {
      if (first?.type !== 'Literal' || typeof first.value !== 'string') return
      const line = text.slice(0, start).split('\n').length
      if (first.value === 'git') git.push(line)
      const isStart = callee.type === 'Identifier' && CHILD_STARTERS.has(callee.name)
      if (isStart && !/[\\/]/u.test(first.value)) byName.push(line)
    },
  }).visit(program)
  return { isStarting, isFinding, git, byName }
}
