import type { FileStat } from '../../../workspace/files/disk-files.ts'
import { boundLines } from '../../answers/bound-lines.ts'
import { ls } from '../../catalogue/files/ls.ts'
import { defineRunner } from '../../context/define-runner.ts'

export const lsRunner = defineRunner(ls, {
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
