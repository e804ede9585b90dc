import { z } from 'zod'
import { defineTool, fileOf, pathOf } from '../../definition/define-tool.ts'

const USUAL_LINES = 500

export const readFile = defineTool({
  name: 'read_file',
  effect: 'read',
  description:
    'Reads a file: 500 lines from `offset` on unless `limit` says otherwise. A line that is too long for an answer is read in parts, by `column`. A header like `@@ lines 1-500 of 1200 | next offset 500 @@` stands above the text and is not part of it. It names the encoding of a file that is not UTF-8; the text is decoded, and its line ends are shown as `\\n`. Images (png, jpeg, gif, webp) and PDFs are shown as such. Read a file before you change it; read several in one step where you need several.',
  schema: z.object({
    file_path: z.string().min(1).describe('The file, as in /workspace/src/index.ts.'),
    offset: z.int().min(0).default(0).describe('How many lines to leave out first.'),
    limit: z.int().min(1).default(USUAL_LINES).describe('How many lines at most.'),
    column: z
      .int()
      .min(0)
      .default(0)
      .describe('How many characters of the first of these lines to leave out.'),
  }),
  title: (args) => `Read ${pathOf(fileOf(args))}`,
})
