import { AppError } from '#shared/error.ts'
import { compileGlob } from '#shared/glob.ts'

/** The effect of a `.gitignore` file on a path; `undefined` if no rule matches. */
export type IgnoreVerdict = 'ignored' | 'unignored' | undefined

interface IgnoreRule {
  readonly isNegated: boolean
  readonly isForFolders: boolean
  readonly matches: (path: string) => boolean
}

/** The rules of one `.gitignore` file. Case is ignored, as on most file systems. */
export class GitIgnore {
  readonly #rules: readonly IgnoreRule[]

  constructor(text: string) {
    this.#rules = text.split(/\r?\n/u).flatMap(toRules)
  }

  /** `path` is relative to the folder of the file. The last rule that matches decides. */
  test(path: string, isFolder: boolean): IgnoreVerdict {
    const folded = path.toLowerCase()
    const rule = this.#rules.findLast(
      ({ isForFolders, matches }) => (isFolder || !isForFolders) && matches(folded),
    )
    return rule && (rule.isNegated ? 'unignored' : 'ignored')
  }
}

function toRules(line: string): readonly IgnoreRule[] {
  const written = withoutTrailingSpaces(line)
  if (written === '' || written.startsWith('#')) return []
  const isNegated = written.startsWith('!')
  const pattern = isNegated ? written.slice(1) : written
  const isForFolders = pattern.endsWith('/')
  const bare = isForFolders ? pattern.slice(0, -1) : pattern
  // A pattern with a slash is relative to the folder of its file.
  const path = bare.includes('/') ? bare.replace(/^\//u, '') : `**/${bare}`
  const matches = compile(path.toLowerCase())
  return path === '' || !matches ? [] : [{ isNegated, isForFolders, matches }]
}

/** Returns `undefined` for an invalid pattern, which git ignores. */
function compile(pattern: string): ((path: string) => boolean) | undefined {
  try {
    return compileGlob(pattern, { hasBraces: false })
  } catch (error) {
    if (AppError.is(error)) return undefined
    throw error
  }
}

function withoutTrailingSpaces(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ' && line[end - 2] !== '\\') end -= 1
  return line.slice(0, end)
}
