import type { LeftOut } from '#shared/events/code-review.ts'
import { findVendoredFolder } from './left-out-by-name.ts'

/** More names nobody reads, and the log needs none of them. */
const MAX_NAMED = 500

/** Each once: others’ folders as a whole, and folders instead of files where these are too many. */
export function nameLeftOut(leftOut: readonly LeftOut[]): readonly LeftOut[] {
  let named = unique(
    leftOut.map(({ path, why }) => ({
      path: (why === 'vendored' && findVendoredFolder(path)) || path,
      why,
    })),
  )
  for (let depth = MAX_DEPTH; named.length > MAX_NAMED && depth >= 0; depth -= 1) {
    named = unique(named.map(({ path, why }) => ({ path: folderAt(path, depth), why })))
  }
  return named
}

const MAX_DEPTH = 8

function folderAt(path: string, depth: number): string {
  const folders = path.split('/')
  if (folders.length <= depth) return path
  return depth === 0 ? './' : `${folders.slice(0, depth).join('/')}/`
}

function unique(leftOut: readonly LeftOut[]): readonly LeftOut[] {
  return [...new Map(leftOut.map((one) => [`${one.why} ${one.path}`, one])).values()]
}
