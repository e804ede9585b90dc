import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import { cleanSearchPath } from '../../core/programs/search-path.ts'
import { decodeText } from './read-input.ts'

/** Lets a person edit a text in their own editor. Where `save` fails, what they wrote is not lost. */
export async function editText(
  name: string,
  text: string,
  save: (text: string) => Promise<void>,
): Promise<void> {
  const editor = process.env['VISUAL'] || process.env['EDITOR']
  if (!editor) {
    const message = 'No editor is named. Set EDITOR, or give the text by a pipe.'
    throw new AppError('invalid-input', message)
  }
  const folder = await mkdtemp(join(tmpdir(), 'orrery-edit-'))
  const file = join(folder, toPlainName(name))
  await writeFile(file, text, { mode: 0o600 })
  await edit(folder, () => runEditor(editor, file))
  await saveFrom(file, save)
  await rm(folder, { recursive: true })
}

/** Nothing in it that a shell reads: agents name what people edit. */
function toPlainName(name: string): string {
  return basename(name).replaceAll(/[^\w.-]/gu, '_')
}

/** Where it fails nothing was written that is worth keeping. */
async function edit(folder: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    await rm(folder, { recursive: true })
    throw error
  }
}

/** An editor may be named with flags, so a shell reads its name. */
async function runEditor(editor: string, file: string): Promise<void> {
  const { PATH = '' } = process.env
  const env = { ...process.env, PATH: cleanSearchPath(PATH) }
  const child = spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit', env })
  const [code]: unknown[] = await once(child, 'close')
  if (code === 0) return
  throw new AppError('cancelled', `${editor} ended with ${String(code)}: nothing is changed.`)
}

async function saveFrom(file: string, save: (text: string) => Promise<void>): Promise<void> {
  try {
    await save(decodeText(await readFile(file)))
  } catch (error) {
    if (!AppError.is(error)) throw error
    throw new AppError(error.code, `${error.message} What you wrote is in ${file}.`, {
      cause: error,
    })
  }
}
