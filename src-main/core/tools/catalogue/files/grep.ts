import { z } from 'zod'
import { defineTool, pathOf, textOf } from '../../definition/define-tool.ts'

const MAX_MATCHES = 1000
const MAX_CONTEXT = 10

/** Several patterns, as models write them: with commas, or as an array. */
const PatternList = z.union([z.string(), z.array(z.string())])

export const grep = defineTool({
  name: 'grep',
  effect: 'read',
  description:
    'Finds lines of files by a regular expression (without look-around and back-references), or with `literal` word for word. `$` matches before a line end, CRLF too. Answers with the lines, by file, with their numbers; or with the files alone, or how many lines in each. Ignored files are left out, and hidden ones unless `path` or `glob` names them with their dot. At most 1,000 lines, or files, unless `max_count` says fewer.',
  schema: z.object({
    pattern: z.string().min(1).describe('What to look for, within a line.'),
    path: z.string().optional().describe('The file or folder to look in. Everything unless given.'),
    glob: PatternList.optional().describe(
      'Only matching files: *.ts by name in any folder, src/**/*.ts by path below `path` or the project. Separate several with commas; !*.test.ts leaves files out.',
    ),
    literal: z.boolean().default(false).describe('The pattern is a text, not an expression.'),
    case_sensitive: z.boolean().default(true),
    context: z
      .int()
      .min(0)
      .max(MAX_CONTEXT)
      .default(0)
      .describe('How many lines before and after each to show as well.'),
    max_count: z.int().min(1).max(MAX_MATCHES).default(MAX_MATCHES),
    output_mode: z
      .enum(['content', 'files_with_matches', 'count'])
      .default('content')
      .describe('The lines, the files alone, or how many lines in each file.'),
  }),
  title: (args) => {
    const where =
      args['path'] === undefined || args['path'] === '/' ? '' : ` in ${pathOf(args['path'])}`
    return `Search "${textOf(args['pattern'])}"${where}`
  },
})

/** Joins them with commas; an array may come as JSON. */
export function toPatternList(given: z.infer<typeof PatternList>): string {
  if (typeof given !== 'string') return given.join(',')
  if (!given.trimStart().startsWith('["')) return given
  try {
    return z.array(z.string()).parse(JSON.parse(given)).join(',')
  } catch {
    // A pattern may begin with these characters.
    return given
  }
}
