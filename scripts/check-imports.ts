// Checks who imports whom against import-rules.ts.
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { posix } from 'node:path'
import { owners, rules } from './import-rules.ts'

export type Import = { readonly file: string; readonly target: string; readonly isLazy: boolean }

/** `*` stays within a folder, `**` does not, `{a,b}` is either. */
function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^()|[\]\\$]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`)
    .replaceAll('**', '\0')
    .replaceAll('*', '([^/]*)')
    .replaceAll('\0', '.*')
  return new RegExp(`^${source}$`)
}

function toTarget(file: string, specifier: string): string {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('#shared/')) return posix.normalize(path.replace('#shared/', 'src-shared/'))
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path)
  if (path.startsWith('node:')) return path
  return `npm:${path.split('/', path.startsWith('@') ? 2 : 1).join('/')}`
}

const statement =
  /^(?:import\s(?:[^'"]*?\sfrom\s)?|export\s[^'"=;(]*?\sfrom\s)\s*['"](?<static>[^'"]+)['"]|\bimport\(\s*['"](?<lazy>[^'"]+)['"]/gm

/** The imports a file's text makes, types and `import()` included. `file` is its path from the root. */
export function findImports(file: string, text: string): readonly Import[] {
  return [...text.matchAll(statement)].map(({ groups }) => ({
    file,
    target: toTarget(file, groups?.static ?? groups?.lazy ?? ''),
    isLazy: groups?.lazy !== undefined,
  }))
}

/** Why an import is refused, or undefined. */
export function findProblem({ file, target, isLazy }: Import): string | undefined {
  const rule = rules.find(({ from }) => toRegExp(from).test(file))
  if (!rule) return 'no rule covers this file'
  const first = toRegExp(rule.from).exec(file)?.[1] ?? ''
  const isIn = (list: readonly string[] = []) =>
    list.some((to) => toRegExp(to.replaceAll('$1', first)).test(target))
  if (!isIn(rule.to) && !(isLazy && isIn(rule.lazily))) {
    const lazily = rule.lazily ? `, and by import() ${rule.lazily.join(', ')}` : ''
    return `${rule.from} may import ${rule.to.join(', ').replaceAll('$1', first)}${lazily}`
  }
  const owned = Object.entries(owners).find(
    ([what, owner]) => toRegExp(what).test(target) && !toRegExp(owner).test(file),
  )
  return owned && `only ${owned[1]} may`
}

async function checkAll(): Promise<void> {
  const imports: Import[] = []
  for await (const path of glob('src-*/**/*.{ts,tsx}')) {
    const file = path.replaceAll('\\', '/')
    if (!/\.test\.tsx?$/.test(file)) imports.push(...findImports(file, readFileSync(path, 'utf8')))
  }
  const problems = imports.flatMap((each) => {
    const why = findProblem(each)
    return why ? [`${each.file} must not import ${each.target}: ${why}`] : []
  })
  for (const problem of problems) console.error(problem)
  console.log(`${imports.length} imports checked, ${problems.length} refused`)
  process.exitCode = problems.length > 0 || imports.length === 0 ? 1 : 0
}

if (import.meta.main) await checkAll()
