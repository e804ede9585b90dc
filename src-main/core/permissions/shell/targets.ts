import { posix } from 'node:path'
import { trimEnd } from '#shared/lib/trim-end.ts'
import { isNameOf } from '../../files/protected-names.ts'
import { followLinks, withProcesses } from './follow-links.ts'
import { isEverything, isPattern, matches } from './patterns.ts'
import type { Links, ShellPlace } from './place.ts'
import { isRuled, RULED_NAMES } from './ruled-paths.ts'
import { EVERYTHING, isKnown, UNKNOWN } from './values.ts'
import type { Work } from './work.ts'

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
  | 'home-rules'
  | 'own'
  | 'history'
  | 'inside'
  | 'stream'
  | 'temp'
  | 'secret'
  | 'outside'
  | 'unknown'

/** One thing that a path in a command could mean. */
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
  /(?:^|\/)(?:\.ssh(?:\/(?!known_hosts|config$|[^/]*\.pub$).*)?|\.aws(?:\/.*)?|\.gnupg(?:\/.*)?|\.netrc|\.pgpass|\.npmrc|\.pypirc|\.git-credentials|\.docker\/config\.json|\.kube\/config|\.config\/(?:gcloud|gh)(?:\/.*)?|\.azure(?:\/.*)?|\.vault-token|\.bash_history|\.zsh_history|id_(?:rsa|dsa|ecdsa|ed25519)|\.local\/share\/keyrings.*|Library\/Keychains.*|Login Data|cookies\.sqlite)$/isu
const SECRET_SYSTEM = /^\/(?:etc\/(?:g?shadow|sudoers).*|proc\/.+\/(?:environ|mem|auxv)|root\/.+)$/u
/** Secrets by name only outside a project; inside, such files are the project's own. */
const OWN_NAMES = /(?:^|\/)\.(?:npmrc|netrc|aws|docker|azure)(?:\/|$)/u

/** From where paths are seen: the folders a command may be in, and the links it has made itself. */
interface Standpoint {
  readonly cwds: readonly string[]
  readonly links: ReadonlyMap<string, string>
  readonly work: Work
}

/** What a path is by its name, seen from each folder the command may be in. */
export function namedTargets(
  text: string,
  { cwds, work }: Standpoint,
  place: ShellPlace,
): Target[] {
  for (const cwd of cwds) work.spend(costOfPath(cwd) + costOfPath(text))
  return cwds.map((cwd) => toTarget(text, cwd, place))
}

/**
 * The same, and what it is where links on it lead. `isItself`: the last name is not followed, as
 * where a link is deleted.
 */
export function targetsOf(
  text: string,
  from: Standpoint,
  place: ShellPlace,
  { isItself = false } = {},
): Target[] {
  const named = namedTargets(text, from, place)
  const members = named.flatMap(({ path }) => toHidden(path, place))
  if (!isKnown(text) || (!place.links && from.links.size === 0)) return [...named, ...members]
  const led = place.links?.isSpent()
    ? [UNKNOWN]
    : from.cwds.flatMap((cwd) => leadsTo(text, cwd, { from, place, isItself }))
  return [...named, ...members, ...led.map((path) => toTarget(path, '/', place))]
}

/** Patterns cost more, because they are matched against every critical path. */
function costOfPath(text: string): number {
  return 20 + text.length * (isPattern(text) ? 20 : 2)
}

interface Leading {
  readonly from: Standpoint
  readonly place: ShellPlace
  readonly isItself: boolean
}

function leadsTo(text: string, cwd: string, { from, place, isItself }: Leading): readonly string[] {
  const absolute = text.startsWith('/') ? text : `${cwd}/${text}`
  if (!isKnown(absolute)) return []
  const links = withMade(from, place.links && withProcesses(place.links, cwd))
  const follow = (path: string) => followLinks(path, links, from.work)
  if (!isItself || /\/\.{0,2}$/u.test(absolute)) return follow(absolute)
  const end = absolute.lastIndexOf('/')
  const name = absolute.slice(end + 1)
  return follow(absolute.slice(0, end)).map((folder) => posix.join(folder, name))
}

/** What a command has made hides what was there. */
function withMade({ links: made, work }: Standpoint, disk: Links | undefined): Links {
  return {
    isSpent: () => disk?.isSpent() ?? false,
    targetAt: (path) => made.get(path) ?? disk?.targetAt(path),
    namesIn: (folder, wanted) => {
      work.spend(10 * made.size)
      const own = [...made.keys()].filter((path) => posix.dirname(path) === folder)
      return [...own.map(toName), ...(disk?.namesIn(folder, wanted) ?? [])]
    },
  }
}

function toName(path: string): string {
  return posix.basename(path)
}

/** `.o*` means hidden folders by no name of theirs; a shell matches the dot only with a dot. */
function toHidden(path: string, place: ShellPlace): readonly Target[] {
  if (!isKnown(path) || !isBelow(path, place.root)) return []
  const [first = ''] = path.slice(place.root.length + 1).split('/')
  if (!first.startsWith('.') || !isPattern(first)) return []
  const isMeant = (name: string) => matches(first, name, { inPath: true })
  const isOfGit = isMeant('.git') && path.includes('/', place.root.length + 1)
  return [
    ...(RULED_NAMES.some(isMeant) ? [{ kind: 'rules', path } as const] : []),
    ...(isOfGit ? [{ kind: 'history', path } as const] : []),
  ]
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
    .replace(/^\/proc\/(?:self|thread-self)\/cwd(?=\/|$)/u, () => cwd)
    .replace(/^\/private(?=\/(?:tmp|var|etc)(?:\/|$))/u, '')
  const path = trimEnd(posix.normalize(named), '/')
  return path === '' ? '/' : path
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder === '/' ? '/' : `${folder}/`)
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** On a disk that takes both cases for the same; where they differ, being asked does no harm. */
function isBelowInAnyCase(path: string, folder: string): boolean {
  return isBelow(path.toLowerCase(), folder.toLowerCase())
}

function kindOf(path: string, place: ShellPlace): TargetKind {
  if (path === '/') return 'root'
  if (isOwn(path, place)) return 'own'
  if (isSame(path, place.home)) return 'home'
  if (isSame(path, place.root)) return 'project'
  if (isBelow(place.root.toLowerCase(), path.toLowerCase())) return 'parent'
  if (isBelow(path, place.root)) return kindInside(path.slice(place.root.length + 1))
  if (isBelowInAnyCase(path, place.root) && isRuled(path.slice(place.root.length + 1))) {
    return 'rules'
  }
  return kindOutside(path, place)
}

/** The data folder, and all in it but a project that is itself kept there. */
function isOwn(path: string, { data, root }: ShellPlace): boolean {
  if (data === undefined) return false
  const isWithin = (one: string, folder: string) => one === folder || isBelow(one, folder)
  const isInData = isSame(path, data) || isBelowInAnyCase(path, data)
  return isInData && !(isWithin(root, data) && isWithin(path, root))
}

function kindInside(relative: string): TargetKind {
  if (isRuled(relative)) return 'rules'
  if (relative.split('/').some((name) => isNameOf(name, '.git'))) return 'history'
  return SECRET.test(relative) && !OWN_NAMES.test(relative) ? 'secret' : 'inside'
}

function kindOutside(path: string, place: ShellPlace): TargetKind {
  if (NETWORK.test(path)) return 'network'
  if (STREAM.test(path)) return 'stream'
  if (DEVICE.test(path)) return 'device'
  if (SECRET.test(path) || SECRET_SYSTEM.test(path)) return 'secret'
  if (isBelowInAnyCase(path, place.home) && isRuled(path.slice(place.home.length))) {
    return 'home-rules'
  }
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
  if (couldBeOwn(names, place)) return 'own'
  // Only a bracket expression could match a slash.
  const isAsDeep = (one: string) => path.includes('[') || one.split('/').length === names.length
  const hit = criticalPaths(place).find(
    (critical) => isAsDeep(critical) && matches(path, critical, { inPath: true }),
  )
  if (hit) return kindOf(hit, place)
  return kindOfMember(kindOf(folder, place), path, place)
}

function couldBeOwn(names: readonly string[], { data }: ShellPlace): boolean {
  const start = data && names.slice(0, data.split('/').length).join('/')
  return start !== undefined && start !== '' && matches(start, data ?? '', { inPath: true })
}

function kindOfMember(folder: TargetKind, path: string, place: ShellPlace): TargetKind {
  if (folder === 'project') return kindInside(path.slice(place.root.length + 1))
  if (folder === 'inside' || folder === 'rules' || folder === 'history') return folder
  if (folder === 'own' || folder === 'home-rules') return folder
  return kindOutside(path, place)
}

function criticalPaths({ home, root }: ShellPlace): string[] {
  return [home, ...ancestorsOf(home), root, ...ancestorsOf(root), ...SYSTEM]
}

function ancestorsOf(path: string): string[] {
  const parent = posix.dirname(path)
  return parent === path || parent === '/' ? [] : [parent, ...ancestorsOf(parent)]
}
