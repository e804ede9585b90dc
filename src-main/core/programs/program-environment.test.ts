import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  canAllow,
  type Environment,
  findWithheld,
  leaveOutCurrentFolder,
  toPersonEnvironment,
  toProgramEnvironment,
} from './program-environment.ts'

/** Variables that must reach no program of an agent's, whatever system it runs on. */
const SECRETS: Environment = {
  ORRERY_PASSWORD: 'secret',
  ORRERY_COMPATIBLE_API_KEY: 'secret',
  GITHUB_TOKEN: 'secret',
  AWS_SESSION_TOKEN: 'secret',
  DATABASE_URL: 'secret',
  ANTHROPIC_API_KEY: 'secret',
  SSH_AUTH_SOCK: 'secret',
  npm_config__authToken: 'secret',
  NODE_OPTIONS: 'secret',
  LD_PRELOAD: 'secret',
  BASH_ENV: 'secret',
}

const home = mkdtempSync(join(tmpdir(), 'orrery-home-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const folder = dirname(process.execPath)
const path = [folder, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)

/** A usual environment by system: all of it is needed to start programs, or to reach a network. */
const USUAL: readonly (readonly [NodeJS.Platform, Environment])[] = [
  [
    'linux',
    {
      PATH: path,
      HOME: home,
      USER: 'ada',
      LOGNAME: 'ada',
      SHELL: '/bin/bash',
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      LANG: 'C.UTF-8',
      LC_TIME: 'C.UTF-8',
      TZ: 'UTC',
      TMPDIR: tmpdir(),
      XDG_RUNTIME_DIR: '/run/user/1000',
      XDG_CONFIG_HOME: join(home, '.config'),
      CI: 'true',
      NODE_ENV: 'test',
      JAVA_HOME: '/usr/lib/jvm/default',
      CARGO_HOME: join(home, '.cargo'),
      VIRTUAL_ENV: join(home, '.venv'),
      NODE_EXTRA_CA_CERTS: '/etc/ssl/company.pem',
      REQUESTS_CA_BUNDLE: '/etc/ssl/company.pem',
      SSL_CERT_DIR: '/etc/ssl/certs',
      GIT_SSL_CAINFO: '/etc/ssl/company.pem',
      PIP_CERT: '/etc/ssl/company.pem',
      HTTPS_PROXY: 'http://proxy.example:3128',
      https_proxy: 'http://proxy.example:3128',
      NO_PROXY: 'localhost',
      no_proxy: 'localhost',
    },
  ],
  [
    'darwin',
    {
      PATH: path,
      HOME: home,
      USER: 'ada',
      LOGNAME: 'ada',
      SHELL: '/bin/zsh',
      TMPDIR: tmpdir(),
      LANG: 'en_US.UTF-8',
      TERM: 'xterm-256color',
      __CF_USER_TEXT_ENCODING: '0x1F5:0x0:0x0',
      DEVELOPER_DIR: '/Applications/Xcode.app/Contents/Developer',
    },
  ],
  [
    'win32',
    {
      PATH: 'C:\\WINDOWS\\system32;C:\\Program Files\\Git\\cmd',
      NoDefaultCurrentDirectoryInExePath: '1',
      PATHEXT: '.COM;.EXE;.BAT;.CMD',
      SystemRoot: 'C:\\WINDOWS',
      SystemDrive: 'C:',
      windir: 'C:\\WINDOWS',
      ComSpec: 'C:\\WINDOWS\\system32\\cmd.exe',
      OS: 'Windows_NT',
      TEMP: tmpdir(),
      TMP: tmpdir(),
      USERPROFILE: home,
      USERNAME: 'ada',
      HOMEDRIVE: 'C:',
      HOMEPATH: '\\Users\\ada',
      APPDATA: join(home, 'AppData/Roaming'),
      LOCALAPPDATA: join(home, 'AppData/Local'),
      ALLUSERSPROFILE: 'C:\\ProgramData',
      ProgramData: 'C:\\ProgramData',
      ProgramFiles: 'C:\\Program Files',
      'ProgramFiles(x86)': 'C:\\Program Files (x86)',
      ProgramW6432: 'C:\\Program Files',
      CommonProgramFiles: 'C:\\Program Files\\Common Files',
      NUMBER_OF_PROCESSORS: '8',
      PROCESSOR_ARCHITECTURE: 'AMD64',
      PSModulePath: 'C:\\WINDOWS\\system32\\WindowsPowerShell\\v1.0\\Modules',
    },
  ],
]

test.each(USUAL)('keeps what programs on %s need, and nothing else', (platform, usual) => {
  const env = { ...usual, ...SECRETS }
  expect(toProgramEnvironment(env, { platform })).toEqual(usual)
  const withheld = Object.keys(SECRETS).toSorted()
  expect(findWithheld(env, { platform })).toEqual(withheld)
})

const PROGRAMS: readonly (readonly [string, readonly string[]])[] = [
  ['node', ['-p', '"it runs"']],
  ['python3', ['-c', 'print("it runs")']],
  ['git', ['--version']],
  ['npm', ['--version']],
  ['sh', ['-c', 'echo it runs']],
]

test.each(USUAL)(
  'starts node, python, git, npm and a shell as on %s',
  (platform, usual) => {
    const env = { ...toProgramEnvironment({ ...usual, ...SECRETS }, { platform }), PATH: path }
    const started = PROGRAMS.map(([program, args]) =>
      execFileSync(program, args, { env, encoding: 'utf8', timeout: 60_000 }).trim(),
    )
    const isVersion = expect.stringMatching(/\d+\.\d+/u)
    expect(started).toEqual(['it runs', 'it runs', isVersion, isVersion, 'it runs'])
  },
  120_000,
)

/** The names in the table of docs/environment.md, by the system that they are listed for. */
function readDocumentedNames(system: string): readonly string[] {
  const file = resolve(import.meta.dirname, '../../../docs/environment.md')
  const rows = readFileSync(file, 'utf8').split('\n')
  const listed = rows.filter((row) => row.startsWith(`| ${system}`))
  const names = listed.flatMap((row) => [...row.matchAll(/`([^`]+)`/gu)].map(([, name]) => name))
  return names.flatMap((name) => name?.replace('LC_*', 'LC_TIME').replace('*', 'X') ?? [])
}

test.each([
  ['linux', 'all'],
  ['darwin', 'macOS'],
  ['win32', 'Windows'],
] as const)('keeps on %s what docs/environment.md lists for %s', (platform, system) => {
  const names = readDocumentedNames(system)
  const env = Object.fromEntries(names.map((name) => [name, 'x']))
  expect(names.length).toBeGreaterThan(2)
  const kept = toProgramEnvironment(env, { platform })
  expect(Object.keys(kept).toSorted()).toEqual(names.toSorted())
})

// CVE-2021-3115 and CVE-2023-40590 are the same kind: a program of the folder runs in place of the system's.
test('agents’ programs aren’t looked for in the current folder', () => {
  const usual = { PATH: '/usr/bin:/bin' }
  const planted = ['.:/usr/bin::/bin', 'node_modules/.bin:/usr/bin:./x:/bin:']
  for (const PATH of planted) {
    expect(toProgramEnvironment({ PATH }, { platform: 'linux' })).toEqual(usual)
  }
  const env = { Path: '.;C:\\bin;;tools', NoDefaultCurrentDirectoryInExePath: '' }
  expect(toProgramEnvironment(env, { platform: 'win32' })).toEqual({
    Path: 'C:\\bin',
    NoDefaultCurrentDirectoryInExePath: '1',
  })
})

test('at start, the current folder is taken from where Windows looks for programs', () => {
  const [windows, linux] = [{}, {}]
  leaveOutCurrentFolder(windows, 'win32')
  leaveOutCurrentFolder(linux, 'linux')
  expect([windows, linux]).toEqual([{ NoDefaultCurrentDirectoryInExePath: '1' }, {}])
})

test('names of variables on Windows match in any case, and elsewhere only as they are', () => {
  const env = { Path: 'C:\\bin', systemroot: 'C:\\WINDOWS', Database_Url: 'x', pathext: '.EXE' }
  const always = { NoDefaultCurrentDirectoryInExePath: '1' }
  const kept = { Path: 'C:\\bin', systemroot: 'C:\\WINDOWS', pathext: '.EXE', ...always }
  expect(toProgramEnvironment(env, { platform: 'win32' })).toEqual(kept)
  const allowed = ['DATABASE_URL']
  expect(toProgramEnvironment(env, { platform: 'win32', allowed })).toEqual({ ...env, ...always })
  expect(toProgramEnvironment(env, { platform: 'linux', allowed })).toEqual({})
})

test("Orrery's own variables are withheld even if a person names them", () => {
  const env = { ORRERY_PASSWORD: 'x', orrery_data_dir: 'x', NODE_CHANNEL_FD: '3', MINE: 'y' }
  const allowed = Object.keys(env)
  expect(toProgramEnvironment(env, { allowed })).toEqual({ MINE: 'y' })
  expect(allowed.filter(canAllow)).toEqual(['MINE'])
})

test('the character set of LC_ALL is passed on, its language is not', () => {
  const env = { LC_ALL: 'de_DE.UTF-8', LC_CTYPE: 'C', LANG: 'en_US.UTF-8' }
  expect(toProgramEnvironment(env)).toEqual({ LC_CTYPE: 'de_DE.UTF-8', LANG: 'en_US.UTF-8' })
})

test('variables that are empty, or that shells set themselves, are not listed as withheld', () => {
  const env = { PWD: '/', OLDPWD: '/', SHLVL: '1', _: '/bin/env', EMPTY: '', MINE: 'x' }
  expect(findWithheld(env)).toEqual(['MINE'])
})

test('a person’s programs get everything but what is meant for this process', () => {
  const kept = { DATABASE_URL: 'secret', ORRERY_DATA_DIR: '/data', PATH: path, DISPLAY: ':0' }
  const internal = { ORRERY_PASSWORD: 'x', NODE_OPTIONS: 'x', NODE_CHANNEL_FD: '3' }
  const env = { ...kept, ...internal, ELECTRON_RUN_AS_NODE: '1' }
  expect(toPersonEnvironment(env)).toEqual(kept)
})
