import { z } from 'zod'
import type { FileStat } from '../workspace/define.ts'
import { boundLines } from './bound-lines.ts'
import { defineTool, pathOf } from './define.ts'

export const ls = defineTool({
  name: 'ls',
  effect: 'read',
  description:
    'Lists what is directly in a folder: folders with a slash at their end, files with their size. For what lies deeper, take `glob`.',
  schema: z.object({
    path: z
      .string()
      .default('/')
      .describe('The folder, as in /workspace/src. The top unless given.'),
  }),
  title: (args) => `List ${pathOf(args['path'])}`,
  run: async ({ path }, { workspace, seen }) => {
    const itself = await workspace.stat(path || '/')
    const entries = await workspace.list(path || '/')
    seen.noteListed(itself ? [itself, ...entries] : entries)
    const display = { type: 'list', items: entries.length } as const
    if (entries.length === 0) return { text: `There is nothing in ${path}.`, display }
    return { text: boundLines(entries.map(toLine), 'List a folder below it.'), display }
  },
})

function toLine({ path, isFolder, size }: FileStat): string {
  if (isFolder) return path.endsWith('/') ? path : `${path}/`
  return `${path} (${size} bytes)`
}
