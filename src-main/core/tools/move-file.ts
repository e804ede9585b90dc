import { z } from 'zod'
import { defineTool, pathOf } from './define.ts'
import { displayOf } from './diff.ts'

export const moveFile = defineTool({
  name: 'move_file',
  effect: 'edit',
  description:
    'Moves or renames a file, or a folder with everything in it; folders above the new place are made. Fails where there is something already.',
  schema: z.object({
    from: z.string().min(1).describe('What to move, as in /workspace/src/old.ts.'),
    to: z.string().min(1).describe('Where it is to be, with its name.'),
  }),
  title: ({ from, to }) => `Move ${pathOf(from)} to ${pathOf(to)}`,
  risk: ({ from, to }) => `Moves ${pathOf(from)} to ${pathOf(to)}.`,
  files: ({ from, to }) => [from, to],
  run: async ({ from, to }, { workspace, source, changed }) => {
    const written = await workspace.move(from, to, source)
    changed(...written)
    const text = `Moved ${from} to ${to}. What names it by its old path still does: find that with grep.`
    return { text, display: displayOf(written).display ?? { type: 'list', items: 0 } }
  },
})
