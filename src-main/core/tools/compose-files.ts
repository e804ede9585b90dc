import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { composeFiles as compose, composeText, type Edit, writeComposed } from './compose-edits.ts'
import { type Args, defineTool, pathOf } from './define.ts'
import { displayOf } from './diff.ts'
import { noteEdited } from './note-edited.ts'
import { noteHardLinks } from './note-hard-links.ts'
import type { ChangedSince, SeenFiles } from './seen-files.ts'

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
    'Makes several edits, of one file or of several, all or none: where one does not fit, no file is changed and the answer says which. Edits of the same file are made one after another. Each replaces an exact text, as `edit_file` does, or writes the whole `content` of a file, as `write_file` does: what is there already you must have read before. At most 100 edits.',
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
  check: async (args, seen) => {
    const { success, data } = z.array(EditSchema).safeParse(args['edits'])
    if (success) await findChanges(seen, data)
  },
  run: async ({ edits }, context) => {
    const changes = await findChanges(context.seen, edits)
    const files = await compose(context, edits)
    const written = await writeComposed(context, files)
    const lines = await Promise.all(
      files.map(async ({ path, before, after }, index) => {
        const changed = changes.get(path)
        const known = findText(changed?.text, ofFile(edits, path))
        const one = written[index]
        const edited = { changed, before: changed?.text === undefined ? undefined : known, after }
        const meanwhile = one ? await noteEdited(context.seen, one, edited) : ''
        const links = one ? noteHardLinks(one) : ''
        return `${before === undefined ? 'Created' : 'Edited'} ${path}.${links}${meanwhile}`
      }),
    )
    return { text: lines.join('\n'), ...displayOf(written) }
  },
})

function isReplacement(edit: Pick<Edit, 'old_string' | 'new_string'>): boolean {
  return edit.old_string !== undefined && edit.new_string !== undefined
}

/** What changed since the agent saw it, of the files that are edited; refuses what replaces the unseen. */
async function findChanges(
  seen: SeenFiles,
  edits: readonly Edit[],
): Promise<ReadonlyMap<string, ChangedSince>> {
  const changes = new Map<string, ChangedSince>()
  for (const path of new Set(edits.map((edit) => edit.file_path))) {
    const isReplaced = ofFile(edits, path).some(({ content }) => content !== undefined)
    if (isReplaced) await seen.refuseUnseen(path, 'write')
    const changed = await seen.findChanged(path)
    if (changed) changes.set(path, changed)
  }
  return changes
}

function ofFile(edits: readonly Edit[], path: string): readonly Edit[] {
  return edits.filter((edit) => edit.file_path === path)
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
