import { AppError } from '#shared/lib/app-error.ts'
import type { Written } from '../../../workspace/files/file-changes.ts'
import type { AgentPath } from '../../../workspace/paths/agent-path.ts'
import type { Edit } from '../../catalogue/files/compose-files.ts'
import type { ToolContext } from '../../context/tool-context.ts'
import { replaceText } from './replace-text.ts'

/** A file's text before and after; `undefined`: there is no such file. */
export interface ComposedFile {
  readonly path: AgentPath
  readonly before: string | undefined
  readonly after: string
}

/** What a file holds after its edits, one after another. Throws where one does not fit, naming it. */
export function composeText(
  before: string | undefined,
  edits: readonly { readonly edit: Edit; readonly number: number }[],
): string {
  let text = before
  for (const { edit, number } of edits) text = applyEdit(text, edit, number)
  return text ?? ''
}

function applyEdit(text: string | undefined, edit: Edit, number: number): string {
  const { file_path: path, content, old_string: oldText = '', new_string: newText = '' } = edit
  if (content !== undefined) return content
  const refuse = (why: string) =>
    new AppError('invalid-input', `Edit ${number}, of ${path}: ${why} No file was changed.`)
  if (text === undefined) throw refuse('There is no such file.')
  const replaced = replaceText(text, { oldText, newText, all: edit.replace_all === true })
  if ('error' in replaced) throw refuse(replaced.error)
  return replaced.text
}

/** Works out what every file comes to. Nothing is written. */
export async function composeEdits(
  { workspace }: ToolContext,
  edits: readonly Edit[],
): Promise<readonly ComposedFile[]> {
  const numbered = edits.map((edit, index) => ({ edit, number: index + 1 }))
  const byPath = Map.groupBy(numbered, ({ edit }) => edit.file_path)
  const composed: ComposedFile[] = []
  for (const [path, ofFile] of byPath) {
    const before = (await workspace.stat(path)) && (await workspace.readText(path))
    composed.push({ path, before, after: composeText(before, ofFile) })
  }
  return composed
}

/** Writes them all, or puts back those that were written. */
export async function writeComposed(
  context: ToolContext,
  files: readonly ComposedFile[],
): Promise<readonly Written[]> {
  const written: Written[] = []
  const done: ComposedFile[] = []
  try {
    for (const file of files) {
      context.signal.throwIfAborted()
      written.push(await writeOne(context, file))
      done.push(file)
    }
  } catch (error) {
    const left = await putBackComposed(context, done)
    if (!AppError.is(error)) throw error
    const told =
      left.length === 0 ? 'No file was changed.' : `${left.join(', ')} could not be put back.`
    throw new AppError(error.code, `${error.message} ${told}`, { cause: error })
  }
  return written
}

/** Only where it still holds what the edits were worked out on. */
async function writeOne({ workspace, source }: ToolContext, file: ComposedFile): Promise<Written> {
  const { path, before, after } = file
  if (before !== undefined) {
    const change = (text: string) => {
      if (text !== before) throw changedMeanwhile(path)
      return after
    }
    return workspace.edit(path, change, source)
  }
  if (await workspace.stat(path)) throw changedMeanwhile(path)
  return workspace.write(path, after, source)
}

/** The last first. Answers those that could not be. */
export async function putBackComposed(
  { workspace, source }: ToolContext,
  done: readonly ComposedFile[],
): Promise<readonly AgentPath[]> {
  const left: AgentPath[] = []
  for (const { path, before, after } of done.toReversed()) {
    const change = (text: string) => {
      if (text !== after) throw changedMeanwhile(path)
      return before ?? ''
    }
    try {
      const isNew = before === undefined
      await (isNew ? workspace.remove(path, source) : workspace.edit(path, change, source))
    } catch (error) {
      if (!AppError.is(error)) throw error
      left.push(path)
    }
  }
  return left
}

function changedMeanwhile(path: AgentPath): AppError {
  return new AppError('conflict', `${path} has changed meanwhile.`)
}
