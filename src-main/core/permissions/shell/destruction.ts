import type { Target, TargetKind } from './targets.ts'
import { shown } from './values.ts'
import { catastrophic, dangerous, type Finding, guarded, risky, unknown } from './verdict.ts'

/** What is done to a path, in the words of a sentence: `deletes`, `moves away`. */
export interface Deed {
  readonly who: string
  readonly verb: string
  /** It reaches everything below the path. */
  readonly isDeep: boolean
  /** It loses nothing: done to the project it can be undone. */
  readonly isRepairable?: boolean
}

const CRITICAL: Partial<Record<TargetKind, (path: string) => string>> = {
  root: () => 'everything on this machine',
  home: () => 'your home folder',
  parent: (path) => `${path}, a folder that the project is in`,
  project: () => 'the project’s own folder',
  system: (path) => `${path}, which this machine needs`,
}

/** What it means that something is done to a path that cannot be undone. */
export function judgeDeed(given: Deed, target: Target): Finding | undefined {
  const deed = target.isDeep ? { ...given, isDeep: true } : given
  const who = shown(deed.who)
  const path = shown(target.path)
  const critical = CRITICAL[target.kind]?.(path)
  const sentence = `\`${who}\` ${deed.verb} ${critical ?? path}.`
  if (critical) return judgeCritical(sentence, deed, target.kind)
  if (target.kind === 'inside' || target.kind === 'temp') return risky(sentence)
  if (target.kind === 'history') return judgeHistory(sentence, deed, path)
  if (target.kind === 'rules') return guarded(unknown(`${sentence} By these, agents are judged.`))
  if (target.kind === 'home-rules' || target.kind === 'own') {
    return guarded(dangerous(`${sentence} That is outside the project.`))
  }
  if (target.kind === 'unknown')
    return unknown(`What \`${who}\` ${deed.verb} only shows when it runs.`)
  return dangerous(`${sentence} That is outside the project.`)
}

function judgeCritical(sentence: string, deed: Deed, kind: TargetKind): Finding {
  const isDeep = deed.isDeep && !(deed.isRepairable && kind === 'project')
  if (isDeep) return catastrophic(sentence)
  return kind === 'project' ? risky(sentence) : dangerous(sentence)
}

function judgeHistory(sentence: string, { isDeep }: Deed, path: string): Finding {
  const isLock = path.endsWith('.lock')
  return !isDeep && isLock
    ? risky(sentence)
    : dangerous(`${sentence} The project’s history is there.`)
}
