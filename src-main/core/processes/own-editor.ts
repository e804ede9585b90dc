import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import { toProgramPath } from '../programs/find-program.ts'
import { addPersonProgram } from './agent-processes.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What opens files outside of Orrery. */
export interface OwnEditor {
  /** As a person would say it: `code`, `the system’s program`. */
  readonly name: string
  /** The program, and what it is given before the path. */
  readonly command: readonly [string, ...string[]]
  /** It chooses a program by the file, and so may run the file itself. */
  readonly isSystem: boolean
}

/** What an editor is given to open a file at a line. */
type Told = (path: string, line: number) => readonly string[]

const pathOnly: Told = (path) => [path]

/**
 * Those of the editors that `$VISUAL` and `$EDITOR` name that open a window of their own, by how their
 * manuals have them told a line.
 */
const graphical: readonly (readonly [string, Told])[] = [
  [
    'code code-insiders codium vscodium cursor windsurf',
    (path, line) => ['--goto', `${path}:${line}`],
  ],
  [
    'zed zeditor subl sublime_text atom pulsar fleet lapce textadept',
    (path, line) => [`${path}:${line}`],
  ],
  [
    'idea webstorm pycharm goland clion rider rubymine phpstorm',
    (path, line) => ['--line', `${line}`, path],
  ],
  [
    'gvim mvim emacsclient gedit gnome-text-editor xed pluma bbedit',
    (path, line) => [`+${line}`, path],
  ],
  ['kate kwrite mate geany', (path, line) => ['--line', `${line}`, path]],
  ['notepad++', (path, line) => [`-n${line}`, path]],
  ['macvim neovide mousepad notepad nova leafpad featherpad', pathOnly],
]

const GRAPHICAL: ReadonlyMap<string, Told> = new Map(
  graphical.flatMap(([names, told]) => names.split(' ').map((name) => [name, told] as const)),
)

/**
 * The person's own editor, where the environment names one with a window, else the system's program for
 * a file. Absent where there is no screen.
 */
export function findEditor(env: Environment, platform: NodeJS.Platform): OwnEditor | undefined {
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return undefined
  for (const named of [env.VISUAL, env.EDITOR]) {
    const [program, ...args] = named?.trim().split(/\s+/u) ?? []
    const name = program && basename(program).replace(/\.(?:exe|cmd)$/iu, '')
    if (name && GRAPHICAL.has(name)) return { name, command: [program, ...args], isSystem: false }
  }
  return { name: 'the system’s program', command: openerOf(platform), isSystem: true }
}

function openerOf(platform: NodeJS.Platform): OwnEditor['command'] {
  if (platform === 'darwin') return ['open']
  return platform === 'win32' ? ['explorer.exe'] : ['xdg-open']
}

/** Files that a system runs when it is asked to open them. */
const RUN_WHEN_OPENED: ReadonlySet<string> = new Set(
  [
    'app appimage bat cmd com command cpl desktop exe hta inf jar jnlp jse js lnk msc msi pif ps1 reg',
    'run scpt scr scf sh terminal tool url vbe vbs webloc workflow ws wsf wsh',
  ].flatMap((line) => line.split(' ')),
)

/** A file of a project. */
interface OpenedFile {
  /** Confined already. */
  readonly path: string
  /** The project's folder. */
  readonly root: string
  readonly line?: number | undefined
}

/** Opens a file. Resolves once the program has been started, and does not wait for its end. */
export async function openInEditor(
  { path, root, line }: OpenedFile,
  editor: OwnEditor | undefined,
): Promise<void> {
  if (!editor) throw new AppError('unavailable', 'There is no screen on the host’s machine.')
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) throw new AppError('not-found', `${basename(path)} is no file any more.`)
  if (editor.isSystem && mayRun(path, stats.mode)) {
    throw new AppError(
      'denied',
      `The system might run ${basename(path)} rather than show it. Set $VISUAL to your editor, and it is opened there.`,
    )
  }
  const told = line === undefined ? pathOnly : (GRAPHICAL.get(editor.name) ?? pathOnly)
  await start(editor, { root, args: told(path, line ?? 1) })
}

/** On Windows every file may be run as far as its mode tells: there its name decides. */
function mayRun(path: string, mode: number): boolean {
  const isExecutable = process.platform !== 'win32' && (mode & 0o111) !== 0
  return isExecutable || RUN_WHEN_OPENED.has(extname(path).slice(1).toLowerCase())
}

interface EditorStart {
  readonly root: string
  readonly args: readonly string[]
}

function start(
  { name, command: [program, ...own] }: OwnEditor,
  { root, args }: EditorStart,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = toProgramPath(program, { folder: root, env: process.env })
    const child = spawn(path, [...own, ...args], { stdio: 'ignore', detached: true })
    const counted = child.pid === undefined ? undefined : addPersonProgram(child.pid)
    child.once('exit', () => counted?.[Symbol.dispose]())
    child.once('spawn', resolve)
    child.once('error', (cause) =>
      reject(new AppError('unavailable', `${name} could not be started.`, { cause })),
    )
    child.unref()
  })
}
