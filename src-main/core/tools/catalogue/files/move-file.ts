import { z } from 'zod'
import { type Args, defineTool, pathOf } from '../../definition/define-tool.ts'
import { ALL_FILES, type Touches } from '../../definition/touches.ts'

export const moveFile = defineTool({
  name: 'move_file',
  effect: 'edit',
  description:
    'Moves or renames a file, or a folder with everything in it; folders above the new place are made. Fails where there is something already. A file you must have read before, a folder or what is not text listed, and it must not have changed since. Where a language server knows the language, the imports of what was moved are changed with it, in every file that has any: the answer names them. Then ask get_diagnostics, and find with grep what names it otherwise.',
  schema: z.object({
    from: z.string().min(1).describe('What to move, as in /workspace/src/old.ts.'),
    to: z.string().min(1).describe('Where it is to be, with its name.'),
    imports: z
      .array(z.string())
      .optional()
      .describe('The only files in which imports are changed. Leave it out: all are found.'),
  }),
  touches: toTouches,
  title: ({ from, to }) => `Move ${pathOf(from)} to ${pathOf(to)}`,
  risk: (args) => `Moves ${pathOf(args['from'])} to ${pathOf(args['to'])}${formatImports(args)}.`,
  files: (args) => [args['from'], args['to'], ...importsOf(args)],
})

const DATA = /\.(?:csv|gif|ico|jpe?g|jsonl?|lock|log|md|pdf|png|svg|toml|tsv|txt|webp|xml|ya?ml)$/i

/** Moving code changes the imports of files that only a language server finds. */
function toTouches({ from, to }: Args): Touches {
  if (typeof from !== 'string' || typeof to !== 'string') return { changes: [ALL_FILES] }
  return DATA.test(from) ? { changes: [from, to] } : { changes: [from, to, '/workspace'] }
}

function importsOf({ imports }: Args): readonly unknown[] {
  return Array.isArray(imports) ? imports : []
}

function formatImports(args: Args): string {
  const { length } = importsOf(args)
  return length === 0 ? '' : `, and changes its imports in ${length} files`
}
