import { AppError } from '#shared/error.ts'
import type { Args } from '../tools/define.ts'
import { filesOf } from '../tools/define.ts'

/** A tool that an agent's definition gives it; with `under`, only for files below that folder. */
export interface Grant {
  readonly name: string
  /** Begins and ends with a slash. */
  readonly under?: string
}

/** Reads `read_file` or `write_file(/docs/)`. Throws `invalid-input` for anything else. */
export function parseGrant(text: string): Grant {
  const match = /^(?<name>[a-z][a-z0-9_]*)(?:\((?<under>\/(?:.*\/)?)\))?$/.exec(text.trim())
  const { name, under } = match?.groups ?? {}
  if (!name) {
    const message = `"${text}" does not name a tool. Write its name, or name(/folder/) for files below a folder.`
    throw new AppError('invalid-input', message)
  }
  return { name, ...(under && { under }) }
}

/** As `parseGrant` reads it. */
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
