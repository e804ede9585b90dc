import { z } from 'zod'
import { applyEdits } from '../integrations/lsp/apply-edits.ts'
import type { FileEdits } from '../integrations/lsp/define.ts'
import { isWithin, toAgentPath, toPlace } from '../workspace/agent-path.ts'
import { boundLines } from './bound-lines.ts'
import type { ToolContext } from './context.ts'
import { defineTool, pathOf } from './define.ts'
import { displayOf } from './diff.ts'

export const moveFile = defineTool({
  name: 'move_file',
  effect: 'edit',
  description:
    'Moves or renames a file, or a folder with everything in it; folders above the new place are made. Fails where there is something already. Where a language server knows the language, it answers with every line elsewhere that imports what was moved, as it has to read now: change those next (compose_files takes them all at once), then ask get_diagnostics.',
  schema: z.object({
    from: z.string().min(1).describe('What to move, as in /workspace/src/old.ts.'),
    to: z.string().min(1).describe('Where it is to be, with its name.'),
  }),
  title: ({ from, to }) => `Move ${pathOf(from)} to ${pathOf(to)}`,
  risk: ({ from, to }) => `Moves ${pathOf(from)} to ${pathOf(to)}.`,
  files: ({ from, to }) => [from, to],
  run: async ({ from, to }, context) => {
    const { workspace, source, changed } = context
    const lines = await linesToChange(context, from, to)
    const written = await workspace.move(from, to, source)
    changed(...written)
    const text = boundLines(
      [`Moved ${from} to ${to}.`, ...lines, REST],
      'Find the other imports with grep.',
    )
    return { text, display: displayOf(written).display ?? { type: 'list', items: 0 } }
  },
})

const REST = 'What else names it by its old path still does: find that with grep.'

/** What servers would write elsewhere: each of those files is for the agent to change, and judged then. */
async function linesToChange(
  { workspace, languages, call, signal }: ToolContext,
  from: string,
  to: string,
): Promise<readonly string[]> {
  const [old, target] = [toPlace(from), toPlace(to)]
  if (old.type !== 'project' || target.type !== 'project' || old.relative === '') return []
  const { sessionId } = call
  const places = { from: old.relative, to: target.relative }
  const asked = { sessionId, root: workspace.root, ...places, signal }
  const { files, problems } = await languages.renameEdits(asked)
  const lines = await Promise.all(
    files.map(async (file) => {
      const text = await workspace.readText(toAgentPath(file.path))
      return toLines(file, text, places)
    }),
  )
  const found = lines.flat()
  if (found.length === 0) return problems
  return ['Lines that have to be changed, as they have to read:', ...found, ...problems]
}

function toLines(
  { path, edits }: FileEdits,
  text: string,
  { from, to }: { readonly from: string; readonly to: string },
): readonly string[] {
  const after = applyEdits(text, edits).split('\n')
  const place = isWithin(path, from) ? `${to}${path.slice(from.length)}` : path
  const rows = new Set(edits.map(({ start }) => start.line))
  return [...rows]
    .sort((a, b) => a - b)
    .map((row) => {
      return `${toAgentPath(place)}:${row + 1}: ${(after[row] ?? '').trim()}`
    })
}
