import { posix } from 'node:path'
import { isEverything, isPattern, matches } from './patterns.ts'
import type { ShellPlace } from './place.ts'
import { EVERYTHING, isKnown } from './values.ts'

/** What a path is to the person whose machine it is. */
export type TargetKind =
  | 'root'
  | 'home'
  | 'parent'
  | 'project'
  | 'system'
  | 'device'
  | 'network'
  | 'rules'
  | 'history'
  | 'inside'
  | 'stream'
  | 'temp'
  | 'secret'
  | 'outside'
  | 'unknown'

export interface Target {
  readonly kind: TargetKind
  readonly path: string
  /** Everything below the path is meant, file by file. */
  readonly isDeep?: boolean
}

const SYSTEM: ReadonlySet<string> = new Set(
  [
    ...['bin', 'boot', 'dev', 'etc', 'home', 'lib', 'lib32', 'lib64', 'opt', 'proc', 'root', 'run'],
    ...['sbin', 'srv', 'sys', 'usr', 'var', 'mnt', 'media', 'usr/bin', 'usr/lib', 'usr/sbin'],
    ...['usr/local', 'usr/share', 'var/lib', 'users', 'system', 'library', 'applications'],
    ...['volumes', 'private', 'cores', 'nix', 'nix/store', 'c', 'mnt/c'],
  ].map((name) => `/${name}`),
)

const DEVICE =
  /^\/dev\/(?:r?disk\d*|[shv]d[a-z*?[]|xvd|nvme|mmcblk|loop|dm-|md\d|sr\d|mapper\/|mtd|nbd|zram|ram\d|(?:k?mem|port)$|block\/|disk\/|sd$|vg|pmem)/u
const STREAM =
  /^\/dev\/(?:null|zero|full|u?random|tty|std(?:in|out|err)|fd\/\d+|pts\/\d+|ptmx|console)$/u
const NETWORK = /^\/dev\/(?:tcp|udp)\//u
const TEMP = ['/tmp', '/var/tmp', '/dev/shm']

/** Below the home folder or anywhere: what nobody else may read. */
const SECRET =
  /(?:^|\/)(?:\.ssh(?:\/(?!known_hosts|config$|[^/]*\.pub$).*)?|\.aws(?:\/.*)?|\.gnupg(?:\/.*)?|\.netrc|\.pgpass|\.npmrc|\.pypirc|\.git-credentials|\.docker\/config\.json|\.kube\/config|\.config\/(?:gcloud|gh)(?:\/.*)?|\.azure(?:\/.*)?|\.vault-token|\.bash_history|\.zsh_history|id_(?:rsa|dsa|ecdsa|ed25519)|\.local\/share\/keyrings.*|Library\/Keychains.*|Login Data|cookies\.sqlite)$/iu
const SECRET_SYSTEM = /^\/(?:etc\/(?:g?shadow|sudoers).*|proc\/[^/]+\/(?:environ|mem)|root\/.+)$/u
/** Secrets by name only outside a project; inside, such files are the project's own. */
const OWN_NAMES = /(?:^|\/)\.(?:npmrc|netrc|aws|docker|azure)(?:\/|$)/u

/** What a path is, seen from each folder the command may be in. Links are not followed. */
export function targetsOf(text: string, cwds: readonly string[], place: ShellPlace): Target[] {
  return cwds.map((cwd) => toTarget(text, cwd, place))
}

function toTarget(text: string, cwd: string, place: ShellPlace): Target {
  if (!isKnown(text)) return { kind: kindOfStart(text), path: text }
  const absolute = text.startsWith('/') ? text : `${cwd}/${text}`
  if (!isKnown(absolute)) return { kind: 'unknown', path: text }
  if (text.endsWith(`/${EVERYTHING}`)) {
    return { ...toTarget(text.slice(0, -1), cwd, place), isDeep: true }
  }
  const path = toRealName(absolute, cwd)
  return { kind: isPattern(path) ? kindOfPattern(path, place) : kindOf(path, place), path }
}

/** Of a device, the rest of the name does not matter. */
function kindOfStart(text: string): TargetKind {
  const start = posix.normalize(text)
  return DEVICE.test(start) ? 'device' : NETWORK.test(start) ? 'network' : 'unknown'
}

/** Two names the system itself has for its root and for the current folder. */
function toRealName(absolute: string, cwd: string): string {
  const named = posix
    .normalize(absolute)
    .replace(/^\/proc\/(?:self|thread-self|\d+|\$\$)\/root(?=\/|$)/u, '/')
    .replace(/^\/proc\/(?:self|thread-self)\/cwd(?=\/|$)/u, cwd)
    .replace(/^\/private(?=\/(?:tmp|var|etc)(?:\/|$))/u, '')
  const path = posix.normalize(named).replace(/\/+$/u, '')
  return path === '' ? '/' : path
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder === '/' ? '/' : `${folder}/`)
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function kindOf(path: string, place: ShellPlace): TargetKind {
  if (path === '/') return 'root'
  if (isSame(path, place.home)) return 'home'
  if (isSame(path, place.root)) return 'project'
  if (isBelow(place.root.toLowerCase(), path.toLowerCase())) return 'parent'
  if (isBelow(path, place.root)) return kindInside(path.slice(place.root.length + 1))
  return kindOutside(path, place)
}

function kindInside(relative: string): TargetKind {
  const [first = ''] = relative.toLowerCase().split('/')
  if (first === '.orrery') return 'rules'
  if (first === '.git') return 'history'
  return SECRET.test(relative) && !OWN_NAMES.test(relative) ? 'secret' : 'inside'
}

function kindOutside(path: string, place: ShellPlace): TargetKind {
  if (NETWORK.test(path)) return 'network'
  if (STREAM.test(path)) return 'stream'
  if (DEVICE.test(path)) return 'device'
  if (SECRET.test(path) || SECRET_SYSTEM.test(path)) return 'secret'
  if (SYSTEM.has(path.toLowerCase()) || isBelow(place.home, path)) return 'system'
  return TEMP.some((folder) => isBelow(path, folder)) ? 'temp' : 'outside'
}

/** The worst that the pattern could match. */
function kindOfPattern(path: string, place: ShellPlace): TargetKind {
  if (DEVICE.test(path)) return 'device'
  const names = path.split('/')
  const first = names.findIndex(isPattern)
  const last = names.slice(first).every(isEverything)
  const folder = names.slice(0, first).join('/') || '/'
  if (last) return kindOf(folder, place)
  const hit = criticalPaths(place).find((critical) => matches(path, critical, { inPath: true }))
  if (hit) return kindOf(hit, place)
  return kindOfMember(kindOf(folder, place), path, place)
}

function kindOfMember(folder: TargetKind, path: string, place: ShellPlace): TargetKind {
  if (folder === 'project') return kindInside(path.slice(place.root.length + 1))
  if (folder === 'inside' || folder === 'rules' || folder === 'history') return folder
  return kindOutside(path, place)
}

function criticalPaths({ home, root }: ShellPlace): string[] {
  return [home, ...ancestorsOf(home), root, ...ancestorsOf(root), ...SYSTEM]
}

function ancestorsOf(path: string): string[] {
  const parent = posix.dirname(path)
  return parent === path || parent === '/' ? [] : [parent, ...ancestorsOf(parent)]
}
