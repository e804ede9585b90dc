import { cleanSearchPath } from './search-path.ts'

export type Environment = Readonly<Record<string, string | undefined>>

interface EnvironmentRules {
  /** Names that a person allowed, besides those that every program gets. */
  readonly allowed?: readonly string[]
  /** The system whose names count; this machine's unless given. */
  readonly platform?: NodeJS.Platform
}

/** What programs need to find other programs, a home folder, a language and a network. */
const KEPT: ReadonlySet<string> = new Set(
  [
    'PATH HOME USER LOGNAME SHELL TMPDIR TEMP TMP TERM COLORTERM LANG LANGUAGE TZ CI NODE_ENV',
    'JAVA_HOME GOPATH GOROOT RUSTUP_HOME CARGO_HOME PYENV_ROOT NVM_DIR VIRTUAL_ENV',
    'PLAYWRIGHT_BROWSERS_PATH',
    'NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR NIX_SSL_CERT_FILE GIT_SSL_CAINFO PIP_CERT',
    'CARGO_HTTP_CAINFO DENO_CERT HTTPLIB2_CA_CERTS GRPC_DEFAULT_SSL_ROOTS_FILE_PATH',
    'npm_config_cafile NPM_CONFIG_CAFILE',
    'HTTP_PROXY HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY',
    'http_proxy https_proxy ftp_proxy all_proxy no_proxy',
    'npm_config_proxy npm_config_https_proxy npm_config_noproxy',
    'NPM_CONFIG_PROXY NPM_CONFIG_HTTPS_PROXY NPM_CONFIG_NOPROXY',
  ].flatMap((line) => line.split(' ')),
)

/** `LC_ALL` isn't among them: see `characterSet`. */
const KEPT_FAMILY = /^(?:XDG_\w+|LC_(?!ALL$)\w+|\w+_CA_BUNDLE)$/u

/** Without these, programs on Windows don't start or find their folders. In capitals: case doesn't count there. */
const KEPT_ON_WINDOWS: ReadonlySet<string> = new Set(
  [
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT OS PSMODULEPATH DRIVERDATA',
    'USERPROFILE USERNAME USERDOMAIN HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PUBLIC',
    'ALLUSERSPROFILE PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432',
    'COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMMONPROGRAMW6432 COMPUTERNAME',
    'NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE PROCESSOR_ARCHITEW6432 PROCESSOR_IDENTIFIER',
    'PROCESSOR_LEVEL PROCESSOR_REVISION NVM_HOME NVM_SYMLINK',
    'NODEFAULTCURRENTDIRECTORYINEXEPATH',
  ].flatMap((line) => line.split(' ')),
)

const KEPT_ON_MACOS: ReadonlySet<string> = new Set([
  '__CF_USER_TEXT_ENCODING',
  'DEVELOPER_DIR',
  'SDKROOT',
])

/** Orrery's own: no program that agents start gets them, whoever allows it. */
const NEVER = /^(?:ORRERY_|NODE_CHANNEL_)/iu

/** Every shell sets these itself, so a program doesn't miss them. */
const SET_BY_SHELLS: ReadonlySet<string> = new Set(['PWD', 'OLDPWD', 'SHLVL', '_'])

/** Whether a person can allow a variable: Orrery's own are never given to agents' programs. */
export function canAllow(name: string): boolean {
  return !NEVER.test(name)
}

/** Windows otherwise looks for programs in the current folder first, which may be a project's. */
const NO_CURRENT_FOLDER = { NoDefaultCurrentDirectoryInExePath: '1' } as const

/** Keeps this process, and those that inherit `env`, from finding programs in the current folder. Call it at start. */
export function leaveOutCurrentFolder(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): void {
  if (platform === 'win32') Object.assign(env, NO_CURRENT_FOLDER)
}

/**
 * Returns the environment of a program that an agent or a project starts: an allow-list of names. Programs aren't
 * searched for in the current folder.
 */
export function toProgramEnvironment(
  env: Environment,
  rules: EnvironmentRules = {},
): Record<string, string> {
  const { platform = process.platform } = rules
  const isAllowed = toFilter(rules)
  const variables = setVariables(env)
    .filter(([name]) => isAllowed(name))
    .map(([name, value]) => [name, isPath(name) ? cleanSearchPath(value, platform) : value])
  const isWindows = platform === 'win32'
  return {
    ...Object.fromEntries(variables),
    ...characterSet(env),
    ...(isWindows && NO_CURRENT_FOLDER),
  }
}

/** Only Windows has another way to write it, and nothing else reads one. */
function isPath(name: string): boolean {
  return name.toUpperCase() === 'PATH'
}

/** Returns the names of the variables that are set and that such a program doesn't get, sorted. */
export function findWithheld(env: Environment, rules: EnvironmentRules = {}): readonly string[] {
  const isAllowed = toFilter(rules)
  const names = setVariables(env).flatMap(([name, value]) => (value === '' ? [] : [name]))
  return names.filter((name) => !isAllowed(name) && !SET_BY_SHELLS.has(name)).toSorted()
}

/** For this process alone. */
const INTERNAL = /^(?:ELECTRON_|VITE_|NODE_CHANNEL_|NODE_OPTIONS$|ORRERY_PASSWORD$)/u

/** Returns the environment of what a person starts: everything but what is meant for this process. */
export function toPersonEnvironment(env: Environment): Record<string, string> {
  return Object.fromEntries(setVariables(env).filter(([name]) => !INTERNAL.test(name)))
}

function toFilter({
  allowed = [],
  platform = process.platform,
}: EnvironmentRules): (name: string) => boolean {
  const fold = (name: string) => (platform === 'win32' ? name.toUpperCase() : name)
  const byPerson = new Set(allowed.map(fold))
  return (name) => {
    if (!canAllow(name)) return false
    const folded = fold(name)
    return byPerson.has(folded) || isAllowedOn(platform, folded)
  }
}

function isAllowedOn(platform: NodeJS.Platform, name: string): boolean {
  if (KEPT.has(name) || KEPT_FAMILY.test(name)) return true
  if (platform === 'win32') return KEPT_ON_WINDOWS.has(name)
  return platform === 'darwin' && KEPT_ON_MACOS.has(name)
}

function setVariables(env: Environment): readonly (readonly [string, string])[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
}

/**
 * `LC_ALL` would overrule the language in which programs report errors, so only the character set that
 * it names is passed on.
 */
function characterSet({ LC_ALL }: Environment): Record<string, string> {
  return LC_ALL ? { LC_CTYPE: LC_ALL } : {}
}
