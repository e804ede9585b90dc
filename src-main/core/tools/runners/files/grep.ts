import { AppError } from '#shared/lib/app-error.ts'
import type { GrepQuery, Match } from '../../../workspace/search/queries.ts'
import { boundLines } from '../../answers/bound-lines.ts'
import type { ToolAnswer } from '../../answers/tool-answer.ts'
import { grep, toPatternList } from '../../catalogue/files/grep.ts'
import { defineRunner } from '../../context/define-runner.ts'
import type { ToolContext } from '../../context/tool-context.ts'
import { refuseMissing } from './refuse-missing.ts'

export const grepRunner = defineRunner(grep, {
  run: async (args, context) => {
    const { pattern, path, glob, output_mode: mode } = args
    const query = {
      pattern,
      isRegex: !args.literal,
      isCaseSensitive: args.case_sensitive,
      maxMatches: args.max_count,
      signal: context.signal,
      ...(path && { path }),
      ...(glob && { glob: toPatternList(glob) }),
    }
    await refuseMissing(context.workspace, path)
    const found =
      mode === 'content'
        ? grepLines(context, { ...query, context: args.context })
        : countLines(context, query, mode)
    return args.literal ? found : found.catch(adviseLiteral)
  },
})

/** Many a pattern was meant as text. */
function adviseLiteral(cause: unknown): never {
  if (!AppError.is(cause) || cause.code !== 'invalid-input') throw cause
  const message = `${cause.message} To find a text word for word, set literal.`
  throw new AppError('invalid-input', message, { cause })
}

async function grepLines({ workspace }: ToolContext, query: GrepQuery): Promise<ToolAnswer> {
  const found = await workspace.grep(query)
  const byFile = Map.groupBy(found.items, ({ path }) => path)
  const matches = found.items.filter(({ isContext }) => !isContext).length
  const lines = [...byFile].flatMap(([file, ofFile]) => [`${file}:`, ...toLines(ofFile)])
  const { isComplete, hasUndecoded } = found
  return toAnswer(query, { lines, matches, files: byFile.size, isComplete, hasUndecoded })
}

async function countLines(
  { workspace }: ToolContext,
  query: GrepQuery,
  mode: 'files_with_matches' | 'count',
): Promise<ToolAnswer> {
  const { items, isComplete, hasUndecoded } = await workspace.countMatches(query)
  const matches = items.reduce((sum, { lines }) => sum + lines, 0)
  const lines = items.map((one) => (mode === 'count' ? `${one.path}: ${one.lines}` : one.path))
  return toAnswer(query, { lines, matches, files: items.length, isComplete, hasUndecoded })
}

/** What stands beside a match has a dash; between lines that do not follow each other stands a mark. */
function toLines(found: readonly Match[]): readonly string[] {
  const hasContext = found.some(({ isContext }) => isContext)
  return found.flatMap(({ line, text, isContext }, index) => {
    const before = found[index - 1]
    const isApart = hasContext && before !== undefined && before.line + 1 !== line
    return [...(isApart ? ['  --'] : []), `  ${line}${isContext ? '-' : ':'} ${text}`]
  })
}

interface Said {
  readonly lines: readonly string[]
  readonly matches: number
  readonly files: number
  readonly isComplete: boolean
  readonly hasUndecoded: true | undefined
}

/** Said where a match may have been missed. */
const UNDECODED =
  '[Some files that are not UTF-8 are too large or too many to be decoded, and were searched byte by byte. Search in less to find all.]'

const LEFT_OUT = 'Ignored files are left out, and hidden ones unless you name them.'

function toAnswer(
  { pattern, maxMatches }: GrepQuery,
  { lines, matches, files, isComplete, hasUndecoded }: Said,
): ToolAnswer {
  const display = { type: 'matches', matches, files } as const
  const undecoded = hasUndecoded ? [UNDECODED] : []
  if (lines.length === 0) {
    return {
      text: [`No matches found for ${pattern}. ${LEFT_OUT}`, ...undecoded].join('\n'),
      display,
    }
  }
  const more = isComplete ? [] : [`[There are more than ${maxMatches}. Search in less.]`]
  return { text: boundLines([...lines, ...more, ...undecoded], 'Search in less.'), display }
}
