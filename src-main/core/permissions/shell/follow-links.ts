import { posix } from 'node:path'
import { isPattern, matches } from './patterns.ts'
import type { Links } from './place.ts'
import { UNKNOWN } from './values.ts'
import type { Work } from './work.ts'

const MAX_HOPS = 40
const MAX_STEPS = 5000
/** Cost of a step, which may access the disk. */
const STEP_UNITS = 50

interface Step {
  /** Where it has come to, without links. */
  readonly at: string
  readonly rest: readonly string[]
  readonly hops: number
}

/**
 * Where an absolute path leads by the links on it, the system's way: `..` behind a link is the folder
 * above where it leads. Of a pattern, every link that it could match. Nothing where no link is on it;
 * what takes too long to find out is not known.
 */
export function followLinks(path: string, links: Links, work: Work): readonly string[] {
  const ends = new Set<string>()
  const open: Step[] = [{ at: '/', rest: path.split('/'), hops: 0 }]
  for (let steps = 0; open.length > 0; steps++) {
    const step = open.pop()
    work.spend(STEP_UNITS + (step?.rest.length ?? 0))
    if (steps > MAX_STEPS || links.isSpent() || (step && step.hops > MAX_HOPS))
      return [...ends, UNKNOWN]
    if (step && step.rest.length > 0) open.push(...next(step, links, work))
    else if (step && step.hops > 0) ends.add(step.at)
  }
  return [...ends]
}

/** One name further; a pattern is every link it matches, and where it is behind one, itself. */
function next({ at, rest, hops }: Step, links: Links, work: Work): readonly Step[] {
  const [name = '', ...after] = rest
  if (isPattern(name)) {
    const names = links.namesIn(at, { folders: after.some((one) => one !== '') })
    work.spend(names.reduce((cost, one) => cost + one.length * name.length, 0))
    const found = names.filter((one) => matches(name, one, { inPath: true }))
    const itself = hops > 0 ? [{ at: posix.join(at, ...rest), rest: [], hops }] : []
    return [...itself, ...found.map((one) => ({ at, rest: [one, ...after], hops }))]
  }
  const path = posix.join(at, name)
  const target = /^\.{0,2}$/u.test(name) ? undefined : links.targetAt(path)
  if (target === undefined) return [{ at: path, rest: after, hops }]
  const from = target.startsWith('/') ? '/' : at
  return [{ at: from, rest: [...target.split('/'), ...after], hops: hops + 1 }]
}

const PROCESS = /^\/proc\/(?:self|thread-self|\d+|\$\$)$/u
const ROOT = /^\/proc\/(?:self|thread-self|\d+|\$\$)\/root$/u
const OWN_FOLDER = /^\/proc\/(?:self|thread-self|\$\$)\/cwd$/u
const FOLDER = /^\/proc\/\d+\/cwd$/u
/** Streams: what stands behind them is a matter of the command, which is judged as a whole. */
const STREAMS = /^\/(?:dev\/(?:fd|std(?:in|out|err))|proc\/[^/]+\/(?:task\/\d+\/)?fd\/\d+)$/u

/**
 * Links of `/proc` and `/dev` are other ones for every process: what the host would find there says
 * nothing of a command that runs in `cwd`.
 */
export function withProcesses(links: Links, cwd: string): Links {
  return {
    isSpent: () => links.isSpent(),
    namesIn: (folder, wanted) => links.namesIn(folder, wanted),
    targetAt: (path) => {
      if (PROCESS.test(path) || STREAMS.test(path)) return undefined
      if (ROOT.test(path)) return '/'
      if (OWN_FOLDER.test(path)) return cwd
      return FOLDER.test(path) ? UNKNOWN : links.targetAt(path)
    },
  }
}
