import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Folders for a host that is asked nonsense, and around it those that it has no business in. */
export interface Ground extends Disposable {
  readonly folder: string
  /** All that lies where nothing may be written, as text. */
  readGuarded(): string
}

/** What a host may write: its data, the project, and the person's own definitions. */
const FREE = ['data', 'project', 'home']
/** What the process takes for the person's home, and where it stands. */
const GUARDED = ['guarded-home', 'guarded-folder']

export function makeGround(): Ground {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-fuzz-')))
  for (const name of [...FREE, ...GUARDED, 'bin']) mkdirSync(join(folder, name))
  for (const name of GUARDED) {
    mkdirSync(join(folder, name, 'within'))
    writeFileSync(join(folder, name, 'within', 'kept.txt'), name)
  }
  writeFileSync(join(folder, 'project', 'a.txt'), 'one\ntwo\n')
  linkGit(join(folder, 'bin'))
  return {
    folder,
    readGuarded: () => [...GUARDED, 'bin', '.'].map((name) => list(folder, name)).join('\n'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Nothing else can be started by its name. */
function linkGit(bin: string): void {
  const places = (process.env['PATH'] ?? '').split(delimiter)
  const found = places
    .map((place) => join(place, 'git'))
    .find((path) => lstatSync(path, { throwIfNoEntry: false }))
  if (found) symlinkSync(found, join(bin, 'git'))
}

function list(folder: string, name: string): string {
  const isTop = name === '.'
  return readdirSync(join(folder, name), { recursive: !isTop })
    .map(String)
    .sort()
    .map((path) => `${name}/${path} ${isTop ? '' : describe(join(folder, name, path))}`)
    .join('\n')
}

function describe(path: string): string {
  const found = lstatSync(path)
  const hash = found.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
  return `${found.mode} ${found.size} ${found.mtimeMs} ${hash}`
}
