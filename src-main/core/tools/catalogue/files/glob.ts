import { z } from 'zod'
import { defineTool, pathOf, textOf } from '../../definition/define-tool.ts'

export const glob = defineTool({
  name: 'glob',
  effect: 'read',
  description:
    'Finds files whose path matches a pattern, such as `src/**/*.ts`, `README.md` or `/docs/*`. A pattern is relative to `path` or else to the project; an absolute one begins with /workspace, /docs or /memories. `*` and `?` stay within a folder, `**` goes through folders, `{a,b}` is either, `[ab]` is one of these characters, unless something has that very name, such as the folder `[id]`. Separate several patterns with commas; `!` before one leaves files out. Ignored files are left out, and hidden ones unless a pattern names them with their dot. Answers with paths, at most 2,000.',
  schema: z.object({
    pattern: z.string().min(1).describe('The pattern, such as src/**/*.ts.'),
    path: z
      .string()
      .optional()
      .describe('The folder to look in, as in /workspace/src. The project unless given.'),
  }),
  title: (args) => {
    const where = args['path'] === undefined ? '' : ` in ${pathOf(args['path'])}`
    return `Find ${textOf(args['pattern'])}${where}`
  },
})
