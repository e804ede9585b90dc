import { defineTool, fileOf, pathOf } from './define.ts'
import { diffOf } from './diff.ts'
import { replaceText } from './replace-text.ts'

export const editFile = defineTool({
  name: 'edit_file',
  effect: 'edit',
  title: (args) => `Edit ${pathOf(fileOf(args))}`,
  risk: (args) => `Changes ${pathOf(fileOf(args))}.`,
  display: ({ written }) => diffOf(written),
  target: fileOf,
  preview: ({ old_string: oldText, new_string: newText, replace_all: all }, before) => {
    if (before === undefined || typeof oldText !== 'string' || typeof newText !== 'string') {
      return undefined
    }
    const replaced = replaceText(before, { oldText, newText, all: all === true })
    return 'error' in replaced ? undefined : replaced.text
  },
})
