import { parseSync, Visitor } from 'oxc-parser'

/** The exports that start a process, by module. */
const STARTERS: Readonly<Record<string, ReadonlySet<string>>> = {
  'node:child_process': new Set([
    'spawn',
    'spawnSync',
    'exec',
    'execSync',
    'execFile',
    'execFileSync',
    'fork',
  ]),
  'playwright-core': new Set(['chromium', 'firefox', 'webkit']),
}
/** The one package that is loaded when it is first needed. */
const LOADED = /\bimport\('node-pty'\)/u

export interface FoundStarts {
  /** Whether the file imports something that starts processes. */
  readonly isStarting: boolean
  /** Lines that start git by its name. */
  readonly git: readonly number[]
}

/** Finds what a TypeScript file starts. */
export function findStarts(file: string, text: string): FoundStarts {
  const { program } = parseSync(file, text)
  const git: number[] = []
  let isStarting = LOADED.test(text)
  new Visitor({
    ImportDeclaration: ({ source, importKind, specifiers }) => {
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
    CallExpression: ({ arguments: [first], start }) => {
      if (first?.type !== 'Literal' || first.value !== 'git') return
      git.push(text.slice(0, start).split('\n').length)
    },
  }).visit(program)
  return { isStarting, git }
}
