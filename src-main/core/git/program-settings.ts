import { AppError } from '#shared/lib/app-error.ts'
import { readWithGit } from './git-process.ts'

/** A setting whose value is a program, or has git run one. */
export interface ProgramSetting {
  /** With section and name in lower case, as git prints it. */
  readonly key: string
  readonly value: string
  /** The file that has it, as an absolute path or relative to the work tree. */
  readonly file: string
  /** Whether it is among the settings of the person or the machine. A file that those include counts as theirs. */
  readonly isPersonal: boolean
}

/** Returns the settings that have git run programs in a folder, whoever made them. Nothing is run for it. */
export async function findProgramSettings(folder: string): Promise<readonly ProgramSetting[]> {
  const records = await readRecords(folder, ['--list'])
  return records.flatMap(({ text, ...found }) => {
    const end = text.indexOf('\n')
    // A key alone means "true".
    if (end < 0) return []
    const [key, value] = [text.slice(0, end), text.slice(end + 1)]
    return runsProgram(key, value) ? [{ key, value, ...found }] : []
  })
}

/** Returns the folder of hooks that settings name, with `~` replaced; `undefined`: none do. */
export async function findHooksPath(folder: string): Promise<ProgramSetting | undefined> {
  const records = await readRecords(folder, ['--type=path', '--get-all', 'core.hooksPath'])
  const last = records.at(-1)
  if (last === undefined) return undefined
  const { text: value, ...found } = last
  return { key: 'core.hookspath', value, ...found }
}

interface Record {
  readonly text: string
  readonly file: string
  readonly isPersonal: boolean
}

async function readRecords(folder: string, args: readonly string[]): Promise<readonly Record[]> {
  const all = ['config', '-z', '--show-scope', '--show-origin', ...args]
  const { exitCode, output, problem } = await readWithGit({ folder, args: all })
  if (exitCode !== 0) throw new AppError('unavailable', `Git can’t read its settings: ${problem}`)
  const parts = decode(output).split('\0')
  const records: Record[] = []
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [scope = '', origin = '', text = ''] = parts.slice(at, at + 3)
    // Those that Orrery itself adds.
    if (scope === 'command') continue
    const isPersonal = scope === 'system' || scope === 'global'
    records.push({ text, file: origin.replace('file:', ''), isPersonal })
  }
  return records
}

function decode(output: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(output)
  } catch (cause) {
    throw new AppError('invalid-input', 'A setting of git isn’t UTF-8.', { cause })
  }
}

/** Names of settings whose value is a program, by their section, from git's documentation and that of Git LFS. */
const PROGRAMS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    browser: ['cmd', 'path'],
    core: [
      'alternaterefscommand',
      'askpass',
      'editor',
      'fsmonitor',
      'gitproxy',
      'pager',
      'sshcommand',
    ],
    credential: ['helper'],
    diff: ['command', 'external', 'textconv'],
    difftool: ['cmd', 'path'],
    filter: ['clean', 'process', 'smudge'],
    gc: ['recentobjectshook'],
    gpg: ['defaultkeycommand', 'program'],
    guitool: ['cmd'],
    hook: ['command'],
    imap: ['tunnel'],
    instaweb: ['browser', 'httpd'],
    interactive: ['difffilter'],
    lfs: ['clean', 'path', 'smudge', 'standalonetransferagent'],
    man: ['cmd', 'path'],
    merge: ['driver'],
    mergetool: ['cmd', 'path'],
    remote: ['receivepack', 'uploadpack', 'vcs'],
    sendemail: ['cccmd', 'headercmd', 'sendmailcmd', 'tocmd'],
    sequence: ['editor'],
    tar: ['command'],
    trailer: ['cmd', 'command'],
    uploadpack: ['packobjectshook'],
    web: ['browser'],
  }).map(([section, names]) => [section, new Set(names)]),
)

/** The address of a remote that a program `git-remote-…` reaches, such as `ext::sh -c …`. */
const HELPER_ADDRESS = /^[\w+.-]+::/u
const WITH_ADDRESSES: ReadonlySet<string> = new Set(['branch', 'remote', 'submodule', 'url'])
const BOOLEAN: ReadonlySet<string> = new Set(['true', 'false', 'yes', 'no', 'on', 'off', '0', '1'])

/** Whether git may run a program by a setting, at a commit or in what hooks do then. */
function runsProgram(key: string, value: string): boolean {
  if (value === '') return false
  const section = key.slice(0, key.indexOf('.'))
  const name = key.slice(key.lastIndexOf('.') + 1)
  const subsection = key.slice(section.length + 1, Math.max(0, key.length - name.length - 1))
  const isSwitch = BOOLEAN.has(value.toLowerCase())
  if (WITH_ADDRESSES.has(section) && [value, subsection].some((text) => HELPER_ADDRESS.test(text)))
    return true
  // An alias can begin with options of git, which can set any of the others.
  if (section === 'alias') return value.startsWith('!') || value.startsWith('-')
  if (section === 'pager' || key === 'core.fsmonitor') return !isSwitch
  if (section === 'submodule' && name === 'update') return value.startsWith('!')
  if (section === 'sendemail' && name === 'smtpserver') return value.startsWith('/')
  return PROGRAMS.get(section)?.has(name) ?? false
}
