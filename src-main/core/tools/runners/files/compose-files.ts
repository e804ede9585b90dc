import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import {
  composeFiles,
  type Edit,
  EditSchema,
  pathsOf,
} from '../../catalogue/files/compose-files.ts'
import { defineRunner } from '../../context/define-runner.ts'
import type { ChangedSince, SeenFiles } from '../../context/seen-files.ts'
import { composeEdits, composeText, writeComposed } from './compose-edits.ts'
import { displayOf, noteEdited, noteHardLinks } from './report-edits.ts'

export const composeFilesRunner = defineRunner(composeFiles, {
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
    const files = await composeEdits(context, edits)
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
