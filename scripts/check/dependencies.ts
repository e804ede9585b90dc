import { posix } from 'node:path'
import type { Sources } from './sources.ts'

/** The files that each file names, by path. A path that doesn't exist is kept, since it may appear. */
export type Dependencies = ReadonlyMap<string, readonly string[]>

const CODE = /\.[cm]?[jt]sx?$/
/** Any text that may be the path of another file: more than imports, and never fewer. */
const SPECIFIER = /(['"`])(?<path>(?:\.\.?\/|#shared\/)[^'"`\s?]+)(?:\?[^'"`\s]*)?\1/g
const SUFFIXES = ['', '.ts', '.tsx', '.d.ts', '/index.ts', '/index.tsx']

/** Finds dependencies without parsing: a file that is named in vain only costs time. */
export function findDependencies(sources: Sources): Dependencies {
  return new Map(
    [...sources].map(([file, text]) => [
      file,
      CODE.test(file) ? findNamed(file, text, sources) : [],
    ]),
  )
}

function findNamed(file: string, text: string, sources: Sources): readonly string[] {
  const named = new Set<string>()
  for (const { groups } of text.matchAll(SPECIFIER)) {
    named.add(resolve(file, groups?.path ?? '', sources))
  }
  return [...named].toSorted()
}

function resolve(file: string, specifier: string, sources: Sources): string {
  const path = specifier.startsWith('#shared/')
    ? posix.normalize(specifier.replace('#shared/', 'src-shared/'))
    : posix.join(posix.dirname(file), specifier)
  const paths = [path, path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')]
  const candidates = paths.flatMap((one) => SUFFIXES.map((suffix) => `${one}${suffix}`))
  return candidates.find((one) => sources.has(one)) ?? path
}
