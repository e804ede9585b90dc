import { z } from 'zod'
import { SYMBOL_KINDS } from '../../../code/facts/code-facts.ts'
import { defineTool, pathOf, textOf } from '../../definition/define-tool.ts'

const USUAL = 40
const MAX_LIMIT = 200

export const searchSymbols = defineTool({
  name: 'search_symbols',
  effect: 'read',
  description:
    'Finds where something is defined, by its name or a part of it: classes, functions, methods, types, constants, tables. Exact names come first, then beginnings, parts, and letters in that order (gUser finds getUser). `Type.member` looks in one type. Answers a line each, `path:line kind name — signature`. Knows TypeScript, JavaScript, Python, Go, Rust, Java, C#, C, C++, Ruby, PHP, SQL and Prisma. For where a name is used, take grep.',
  schema: z.object({
    query: z.string().min(1).max(200).describe('The name, or a part of it.'),
    kind: z.enum(SYMBOL_KINDS).optional().describe('Only those of this kind.'),
    path: z
      .string()
      .optional()
      .describe('The file or folder to look in. The project unless given.'),
    limit: z.int().min(1).max(MAX_LIMIT).default(USUAL).describe('How many at most.'),
  }),
  title: (args) => {
    const path = args['path'] ?? args['file_path']
    return `Find symbol "${textOf(args['query'])}"${path === undefined ? '' : ` in ${pathOf(path)}`}`
  },
})
