import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { composeFiles as compose, composeText, type Edit, writeComposed } from './compose-edits.ts'
import { type Args, defineTool, pathOf } from './define.ts'
import { displayOf } from './diff.ts'

const MAX_EDITS = 100

const EditSchema = z
  .object({
    file_path: z.string().min(1).describe('The file, as in /workspace/src/index.ts.'),
    old_string: z.string().optional().describe('What to replace, exactly as it is in the file.'),
    new_string: z.string().optional().describe('What to put in its place.'),
    replace_all: z.boolean().default(false).describe('In every place, where there are several.'),
    content: z
      .string()
      .optional()
      .describe('All that the file is to hold, in place of old_string and new_string.'),
  })
  .refine((edit) => (edit.content === undefined) === isReplacement(edit), {
    message: 'Give old_string and new_string, or content.',
  })

export const composeFiles = defineTool({
  name: 'compose_files',
  effect: 'edit',
  description:
    'Makes several edits, of one file or of several, all or none: where one does not fit, no file is changed and the answer says which. Edits of the same file are made one after another. Each replaces an exact text, as `edit_file` does, or writes the whole `content` of a file. At most 100 edits.',
  schema: z.object({ edits: z.array(EditSchema).min(1).max(MAX_EDITS) }),
  title: (args) => `Edit ${tellFiles(args)}`,
  risk: (args) => `Changes ${tellFiles(args)}.`,
  files: (args) => itemsOf(args).map((edit) => edit['file_path']),
  target: (args) => {
    const [path, ...more] = pathsOf(args)
    return more.length === 0 ? path : undefined
  },
  preview: (args, before) => {
    const { success, data } = z.array(EditSchema).safeParse(args['edits'])
    return success ? findText(before, data) : undefined
  },
  run: async ({ edits }, context) => {
    const files = await compose(context, edits)
    const written = await writeComposed(context, files)
    const lines = files.map(({ path, before }) =>
      before === undefined ? `Created ${path}.` : `Edited ${path}.`,
    )
    return { text: lines.join('\n'), ...displayOf(written) }
  },
})

function isReplacement(edit: Pick<Edit, 'old_string' | 'new_string'>): boolean {
  return edit.old_string !== undefined && edit.new_string !== undefined
}

/** `undefined`: the call would fail. */
function findText(before: string | undefined, edits: readonly Edit[]): string | undefined {
  try {
    return composeText(
      before,
      edits.map((edit, index) => ({ edit, number: index + 1 })),
    )
  } catch (error) {
    if (AppError.is(error)) return undefined
    throw error
  }
}

function itemsOf({ edits }: Args): readonly Args[] {
  return Array.isArray(edits) ? edits.filter((edit) => typeof edit === 'object' && edit) : []
}

function pathsOf(args: Args): readonly string[] {
  const paths = itemsOf(args).map((edit) => edit['file_path'])
  return [...new Set(paths.filter((path) => typeof path === 'string'))]
}

function tellFiles(args: Args): string {
  const [first, second, ...more] = pathsOf(args)
  if (first === undefined) return 'files'
  if (second === undefined) return pathOf(first)
  return more.length === 0 ? `${pathOf(first)} and ${pathOf(second)}` : `${more.length + 2} files`
}
