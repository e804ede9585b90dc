import { deleteFile } from '../../catalogue/files/delete-file.ts'
import { defineRunner } from '../../context/define-runner.ts'
import { fileOf } from '../../definition/define-tool.ts'
import { displayOf } from './report-edits.ts'

export const deleteFileRunner = defineRunner(deleteFile, {
  check: async (args, seen) => {
    const path = fileOf(args)
    if (path !== undefined) await seen.refuseUnseen(path, 'delete')
  },
  run: async ({ file_path: path }, { workspace, source, seen }) => {
    const verify = () => seen.refuseUnseen(path, 'delete')
    const written = await workspace.remove(path, { ...source, verify })
    for (const one of written) await seen.noteWritten(one)
    const what = written.length === 1 ? '1 file' : `${written.length} files`
    const shown = displayOf(written).display ?? { type: 'list' as const, items: 0 }
    return { text: `Deleted ${path}: ${what}.`, display: shown }
  },
})
