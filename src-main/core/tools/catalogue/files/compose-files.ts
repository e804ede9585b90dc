import { z } from 'zod'
import { type Args, defineTool, pathOf } from '../../definition/define-tool.ts'

const MAX_EDITS = 100

export const EditSchema = z
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

/** Replaces a text in a file, or all of it. */
export type Edit = z.infer<typeof EditSchema>

export const composeFiles = defineTool({
  name: 'compose_files',
  effect: 'edit',
  description:
    'Makes several edits, of one file or of several, all or none: where one does not fit, no file is changed and the answer says which. Edits of the same file are made one after another. Each replaces an exact text, as `edit_file` does, or writes the whole `content` of a file, as `write_file` does: what is there already you must have read before. At most 100 edits.',
  schema: z.object({ edits: z.array(EditSchema).min(1).max(MAX_EDITS) }),
  title: (args) => `Edit ${formatFiles(args)}`,
  risk: (args) => `Changes ${formatFiles(args)}.`,
  files: (args) => itemsOf(args).map((edit) => edit['file_path']),
})

function isReplacement(edit: {
  readonly old_string?: unknown
  readonly new_string?: unknown
}): boolean {
  return edit.old_string !== undefined && edit.new_string !== undefined
}

function itemsOf({ edits }: Args): readonly Args[] {
  return Array.isArray(edits) ? edits.filter((edit) => typeof edit === 'object' && edit) : []
}

export function pathsOf(args: Args): readonly string[] {
  const paths = itemsOf(args).map((edit) => edit['file_path'])
  return [...new Set(paths.filter((path) => typeof path === 'string'))]
}

function formatFiles(args: Args): string {
  const [first, second, ...more] = pathsOf(args)
  if (first === undefined) return 'files'
  if (second === undefined) return pathOf(first)
  return more.length === 0 ? `${pathOf(first)} and ${pathOf(second)}` : `${more.length + 2} files`
}
