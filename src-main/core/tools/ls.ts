import { z } from 'zod'
import type { FileStat } from '../workspace/define.ts'
import { boundLines } from './bound-lines.ts'
import { defineTool, pathOf } from './define.ts'

export const ls = defineTool({
  name: 'ls',
  effect: 'read',
  description:
    'Lists what is directly in a folder: folders with a slash at their end, files with their size in bytes, both with the time of their last change in UTC. For what lies deeper, take `glob`.',
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

function toLine({ path, isFolder, size, modifiedAt }: FileStat): string {
  // Folders that are always there have no time.
  const time = modifiedAt > 0 ? formatMinute(modifiedAt) : undefined
  if (isFolder) return `${path.endsWith('/') ? path : `${path}/`}${time ? ` (${time})` : ''}`
  return `${path} (${[`${size} bytes`, time].filter(Boolean).join(', ')})`
}

/** In UTC, as in `2026-03-01 09:30`. */
function formatMinute(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}
