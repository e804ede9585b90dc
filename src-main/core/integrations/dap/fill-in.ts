import { homedir } from 'node:os'
import { basename, dirname, extname, relative, sep } from 'node:path'
import { AppError } from '#shared/error.ts'
import type { AgentEnvironment } from '../../agent-environment.ts'
import { isSecretName } from '../../secret-names.ts'
import { PORT } from './asked.ts'

/** What the variables of launch.json stand for. */
export interface Fillings {
  /** The project’s folder. */
  readonly root: string
  /** The file that was named, on disk. */
  readonly file?: string
  readonly env: Pick<AgentEnvironment, 'find'>
}

/** Puts what they stand for in place of `${…}`, in every text of a configuration. */
export function fillIn(value: unknown, fillings: Fillings): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{((?:[^}$]|\$(?!\{))*)\}/gu, (_, name: string) =>
      fillingOf(name, fillings),
    )
  }
  if (Array.isArray(value)) return value.map((one) => fillIn(one, fillings))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillIn(one, fillings)]))
}

function fillingOf(name: string, { root, file, env }: Fillings): string {
  // Our adapters fill it in, when they know it.
  if (name === 'port') return PORT
  const [kind, rest = ''] = [name.split(':', 1)[0], name.slice(name.indexOf(':') + 1)]
  if (kind === 'env') return isSecretName(rest) ? '' : (env.find(rest) ?? '')
  const fixed = ofProject(root).get(name)
  if (fixed !== undefined) return fixed
  const take = OF_FILE.get(name)
  if (!take) {
    const message = `\${${name}} is not known here: name the program itself.`
    throw new AppError('unsupported', message)
  }
  if (file) return take(file, root)
  throw new AppError(
    'invalid-input',
    `The configuration uses \${${name}}: name the file with \`file\`.`,
  )
}

function ofProject(root: string): ReadonlyMap<string, string> {
  return new Map([
    ['workspaceFolder', root],
    ['workspaceRoot', root],
    ['workspaceFolderBasename', basename(root)],
    ['cwd', root],
    ['pathSeparator', sep],
    ['/', sep],
    ['userHome', homedir()],
  ])
}

const OF_FILE: ReadonlyMap<string, (file: string, root: string) => string> = new Map([
  ['file', (file) => file],
  ['fileBasename', (file) => basename(file)],
  ['fileBasenameNoExtension', (file) => basename(file, extname(file))],
  ['fileExtname', (file) => extname(file)],
  ['fileDirname', (file) => dirname(file)],
  ['relativeFile', (file, root) => relative(root, file)],
  ['relativeFileDirname', (file, root) => dirname(relative(root, file))],
])
