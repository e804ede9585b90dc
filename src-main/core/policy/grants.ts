import type { Args } from '../tools/define.ts'
import { filesOf } from '../tools/define.ts'

/** A tool that an agent's definition gives it; with `under`, only for files below that folder. */
export interface Grant {
  readonly name: string
  /** Begins and ends with a slash. */
  readonly under?: string
}

/** As a definition may write it: `read_file`, or `write_file(/docs/)`. */
export function formatGrant({ name, under }: Grant): string {
  return under === undefined ? name : `${name}(${under})`
}

/**
 * Whether the file a call names is where the grant says. `place`: where that file really is, where
 * links were followed to find it.
 */
export function allowsPath({ under }: Grant, args: Args, place?: string): boolean {
  if (!under) return true
  const paths = filesOf(args)
  const isBelow = (path: string) => path.startsWith(under) && !path.split('/').includes('..')
  if (paths.length === 0 || !paths.every(isBelow)) return false
  return place === undefined || place.startsWith(under)
}
