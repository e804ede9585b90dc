import { z } from 'zod'
import type { Match } from '../workspace/define.ts'
import { boundLines } from './bound-lines.ts'
import { defineTool, pathOf, textOf } from './define.ts'

const MAX_MATCHES = 1000

export const grep = defineTool({
  name: 'grep',
  effect: 'read',
  description:
    'Finds a text in files, word for word. Answers with the lines that hold it, by file, with their numbers. Hidden and ignored files are left out. At most 1,000 lines unless `max_count` says fewer.',
  schema: z.object({
    pattern: z.string().min(1).describe('The text to look for.'),
    path: z.string().optional().describe('The file or folder to look in. Everything unless given.'),
    glob: z.string().optional().describe('Only files whose name or path matches, as in *.ts.'),
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
  run: async ({ pattern, path, glob, max_count: maxMatches, output_mode: mode }, context) => {
    const { workspace, signal } = context
    const query = { pattern, maxMatches, signal, ...(path && { path }), ...(glob && { glob }) }
    const { items, isComplete } = await workspace.grep(query)
    const byFile = Map.groupBy(items, (match) => match.path)
    const display = { type: 'matches', matches: items.length, files: byFile.size } as const
    if (items.length === 0) return { text: `No matches found for ${pattern}.`, display }
    const lines = [...byFile].flatMap(([file, matches]) => toLines(file, matches, mode))
    if (!isComplete) lines.push(`[There are more than ${items.length}. Search in less.]`)
    return { text: boundLines(lines, 'Search in less.'), display }
  },
})

function toLines(file: string, matches: readonly Match[], mode: string): readonly string[] {
  if (mode === 'files_with_matches') return [file]
  if (mode === 'count') return [`${file}: ${matches.length}`]
  return [`${file}:`, ...matches.map(({ line, text }) => `  ${line}: ${text}`)]
}
