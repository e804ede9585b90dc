import { lstatSync, readdirSync, readlinkSync } from 'node:fs'
import type { Links } from '../shell/place.ts'

/** Looking further would hold the thread for too long: nobody writes a command with so many paths. */
const MAX_LOOKS = 2000

/** The machine's links as they are when each is asked for first. What cannot be read is none. */
export function lookAtLinks(): Links {
  const targets = new Map<string, string | undefined>()
  let folders = 0
  return {
    isSpent: () => targets.size + folders > MAX_LOOKS,
    targetAt: (path) => {
      if (!targets.has(path)) targets.set(path, findTarget(path))
      return targets.get(path)
    },
    namesIn: (folder, wanted) => {
      folders += 1
      return findNames(folder, wanted.folders)
    },
  }
}

function findTarget(path: string): string | undefined {
  return orNone(() => {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
    return isLink ? readlinkSync(path) : undefined
  })
}

function findNames(folder: string, folders: boolean): readonly string[] {
  const entries = orNone(() => readdirSync(folder, { withFileTypes: true })) ?? []
  const isWanted = (entry: (typeof entries)[number]) =>
    entry.isSymbolicLink() || (folders && entry.isDirectory())
  return entries.filter(isWanted).map(({ name }) => name)
}

function orNone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
