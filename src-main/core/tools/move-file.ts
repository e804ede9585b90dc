import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { toPlace } from '../workspace/agent-path.ts'
import { boundLines } from './bound-lines.ts'
import { type ComposedFile, putBackComposed, writeComposed } from './compose-edits.ts'
import type { ToolContext } from './context.ts'
import { type Args, defineTool, pathOf } from './define.ts'
import { displayOf } from './diff.ts'
import { findImporting, toMovedImports } from './moved-imports.ts'
import { ALL_FILES, type Touches } from './touches.ts'

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
  risk: (args) => `Moves ${pathOf(args['from'])} to ${pathOf(args['to'])}${tellImports(args)}.`,
  files: (args) => [args['from'], args['to'], ...importsOf(args)],
  prepare: async (args, context) => {
    const { from, to, imports } = args
    if (imports !== undefined || typeof from !== 'string' || typeof to !== 'string') return args
    if (!isInProject(from) || !isInProject(to)) return args
    return { ...args, imports: await findImporting(context, from, to) }
  },
  check: async ({ from }, seen) => {
    if (typeof from === 'string') await seen.refuseUnseen(from, 'move')
  },
  run: async ({ from, to, imports = [] }, context) => {
    const { workspace, source, seen } = context
    const verify = () => seen.refuseUnseen(from, 'move')
    await verify()
    const { files, problems } =
      imports.length === 0
        ? { files: [], problems: [] }
        : await toMovedImports(context, { from, to, among: imports })
    const edited = await writeComposed(context, files)
    const moved = await move()
    for (const one of edited) await seen.noteAdjusted(one)
    await seen.noteMoved(from, to, moved)
    const text = boundLines(
      [`Moved ${from} to ${to}.`, ...tellChanged(files), ...problems],
      'Look at the others with grep.',
    )
    const written = [...edited, ...moved]
    return { text, display: displayOf(written).display ?? { type: 'list', items: 0 } }

    async function move() {
      try {
        return await workspace.move(from, to, { ...source, verify })
      } catch (error) {
        throw await withPutBack(context, files, error)
      }
    }
  },
})

/** Moving code changes the imports of files that only a language server finds. */
function toTouches({ from, to }: Args): Touches {
  if (typeof from !== 'string' || typeof to !== 'string') return { changes: [ALL_FILES] }
  return DATA.test(from) ? { changes: [from, to] } : { changes: [from, to, '/workspace'] }
}

const DATA = /\.(?:csv|gif|ico|jpe?g|jsonl?|lock|log|md|pdf|png|svg|toml|tsv|txt|webp|xml|ya?ml)$/i

function isInProject(path: string): boolean {
  const place = toPlace(path)
  return place.type === 'project' && place.relative !== ''
}

function importsOf({ imports }: Args): readonly unknown[] {
  return Array.isArray(imports) ? imports : []
}

function tellImports(args: Args): string {
  const { length } = importsOf(args)
  return length === 0 ? '' : `, and changes its imports in ${length} files`
}

function tellChanged(files: readonly ComposedFile[]): readonly string[] {
  if (files.length === 0) return ['No imports were changed.']
  return ['Changed its imports in:', ...files.map(({ path }) => path)]
}

/** A move that failed leaves the imports as they were. */
async function withPutBack(
  context: ToolContext,
  files: readonly ComposedFile[],
  error: unknown,
): Promise<unknown> {
  if (files.length === 0) return error
  const left = await putBackComposed(context, files)
  if (!AppError.is(error) || left.length === 0) return error
  const told = `The changed imports of ${left.join(', ')} could not be put back.`
  return new AppError(error.code, `${error.message} ${told}`, { cause: error })
}
