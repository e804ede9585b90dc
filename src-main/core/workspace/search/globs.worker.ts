import picomatch from 'picomatch'
import { answerCalls } from '../../runtime/worker-entry.ts'
import type { GlobAnswer, GlobQuestion } from './glob-pattern.ts'

type Matches = (path: string) => boolean

class InvalidPattern extends Error {
  readonly pattern: string

  constructor(pattern: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.pattern = pattern
  }
}

/** The last patterns, compiled: a search asks about many lists of paths. */
let last: { readonly key: string; readonly matches: Matches } | undefined

answerCalls<GlobQuestion, GlobAnswer>(({ globs, paths }) => {
  try {
    const key = JSON.stringify(globs)
    if (last?.key !== key) last = { key, matches: compile(globs) }
    const { matches } = last
    // Names may be written with composed letters or with letters and accents.
    const isSelected = (index: number) => matches((paths[index] ?? '').normalize('NFC'))
    return { selected: [...paths.keys()].filter(isSelected) }
  } catch (error) {
    if (!(error instanceof InvalidPattern)) throw error
    return { invalid: { pattern: error.pattern, reason: error.message } }
  }
})

function compile({ include, exclude, namesHidden }: GlobQuestion['globs']): Matches {
  const isWanted = include.map((pattern) => compileOne(pattern, !namesHidden))
  const isUnwanted = exclude.map((pattern) => compileOne(pattern, true))
  return (path) =>
    (isWanted.length === 0 || isWanted.some((matches) => matches(path))) &&
    !isUnwanted.some((matches) => matches(path))
}

function compileOne(pattern: string, dot: boolean): Matches {
  try {
    const options = { dot, posix: true, nonegate: true, debug: true, windows: false }
    const expression = picomatch.makeRe(pattern.normalize('NFC'), options)
    return (path) => expression.test(path)
  } catch (cause) {
    throw new InvalidPattern(pattern, cause)
  }
}
