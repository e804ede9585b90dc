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
    const unlisted = await workspace.countUnlisted(path || '/')
    seen.noteListed(itself ? [itself, ...entries] : entries)
    const display = { type: 'list', items: entries.length } as const
    if (entries.length + unlisted === 0) return { text: `There is nothing in ${path}.`, display }
    const listed = boundLines(entries.map(toLine), 'List a folder below it.')
    return { text: [listed, ...formatUnlisted(unlisted)].filter(Boolean).join('\n'), display }
  },
})

function formatUnlisted(count: number): readonly string[] {
  if (count === 0) return []
  const subject = count === 1 ? '1 more entry has a name' : `${count} more entries have names`
  return [`${subject} that can't be read as UTF-8. To reach them, rename them with a command.`]
}

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
