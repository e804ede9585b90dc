import { z } from 'zod'
import { boundLines } from './bound-lines.ts'
import { defineTool, pathOf, textOf } from './define.ts'
import { refuseMissing } from './refuse-missing.ts'

const MAX_FILES = 2000

export const glob = defineTool({
  name: 'glob',
  effect: 'read',
  description:
    'Finds files whose path matches a pattern, such as `**/*.ts` or `src/**/test_*.py`: `*` stays within a folder, `**` goes through folders, `?` is one character, `{a,b}` is either. Hidden and ignored files are left out. Answers with paths, at most 2,000.',
  schema: z.object({
    pattern: z.string().min(1).describe('The pattern, below `path`.'),
    path: z
      .string()
      .optional()
      .describe('The folder to look in, as in /workspace/src. Everything unless given.'),
  }),
  title: (args) => {
    const where = args['path'] === undefined ? '' : ` in ${pathOf(args['path'])}`
    return `Find ${textOf(args['pattern'])}${where}`
  },
  run: async ({ pattern, path }, { workspace, signal }) => {
    await refuseMissing(workspace, path)
    const query = { pattern, maxFiles: MAX_FILES, signal, ...(path && { path }) }
    const { items, isComplete } = await workspace.glob(query)
    const files = items.length
    const display = { type: 'matches', matches: files, files } as const
    if (files === 0) return { text: `No files match ${pattern}.`, display }
    const advice = 'Name a folder, or a narrower pattern.'
    const more = isComplete ? [] : [`[There are more than ${MAX_FILES}. ${advice}]`]
    return { text: boundLines([...items, ...more], advice), display }
  },
})
