import { z } from 'zod'
import { SYMBOL_KINDS } from '../code/facts.ts'
import type { FoundSymbol } from '../code/find-symbols.ts'
import { toAgentPath } from '../workspace/agent-path.ts'
import { boundLines } from './bound-lines.ts'
import { notesOf } from './code-notes.ts'
import { defineTool, pathOf, textOf } from './define.ts'
import { toProjectPath } from './project-path.ts'

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
  run: async ({ query, kind, path, limit }, context) => {
    const { code, workspace, signal } = context
    const below = path === undefined ? '' : await toProjectPath(context, path)
    const search = { root: workspace.root, query, kind, path: below, limit, signal }
    const { symbols, total, progress } = await code.findSymbols(search)
    const left = total - symbols.length
    const lines = [
      ...symbols.map(toLine),
      ...(total === 0 ? [`Nothing is defined by a name like ${textOf(query)}.`] : []),
      ...(left > 0
        ? [`[${left} more fit less well. Give more of the name, a kind or a path.]`]
        : []),
      ...notesOf(progress),
    ]
    const text = boundLines(lines, 'Give more of the name, a kind or a path.')
    return { text, display: { type: 'list', items: symbols.length } }
  },
})

function toLine({ path, line, kind, name, container, signature }: FoundSymbol): string {
  const whole = container === '' ? name : `${container}.${name}`
  return `${toAgentPath(path)}:${line} ${kind} ${whole} — ${signature}`
}
