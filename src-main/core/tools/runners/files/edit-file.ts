import { AppError } from '#shared/lib/app-error.ts'
import { editFile } from '../../catalogue/files/edit-file.ts'
import { defineRunner } from '../../context/define-runner.ts'
import type { ChangedSince } from '../../context/seen-files.ts'
import { fileOf } from '../../definition/define-tool.ts'
import { replaceText } from './replace-text.ts'
import { displayOf, noteEdited, noteHardLinks } from './report-edits.ts'

export const editFileRunner = defineRunner(editFile, {
  target: fileOf,
  preview: ({ old_string: oldText, new_string: newText, replace_all: all }, before) => {
    if (before === undefined || typeof oldText !== 'string' || typeof newText !== 'string') {
      return undefined
    }
    const replaced = replaceText(before, { oldText, newText, all: all === true })
    return 'error' in replaced ? undefined : replaced.text
  },
  check: async (args, seen) => {
    const path = fileOf(args)
    if (path !== undefined) await seen.findChanged(path)
  },
  run: async (args, { workspace, source, seen }) => {
    const { file_path: path, old_string: oldText, new_string: newText, replace_all: all } = args
    const replace = (text: string) => replaceText(text, { oldText, newText, all })
    let changed: ChangedSince | undefined
    let done = { text: '', occurrences: 0 }
    const change = (text: string) => {
      const replaced = replace(text)
      if ('error' in replaced) throw new AppError('invalid-input', replaced.error)
      done = replaced
      return replaced.text
    }
    const verify = async () => {
      changed = await seen.findChanged(path)
    }
    const written = await workspace.edit(path, change, { ...source, verify })
    const known = changed?.text === undefined ? undefined : replace(changed.text)
    const before = known && 'text' in known ? known.text : undefined
    const meanwhile = await noteEdited(seen, written, { changed, before, after: done.text })
    const where = done.occurrences === 1 ? '1 place' : `${done.occurrences} places`
    const links = noteHardLinks(written)
    return {
      text: `Replaced it in ${where} of ${path}.${links}${meanwhile}`,
      ...displayOf([written]),
    }
  },
})
