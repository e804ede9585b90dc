import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ChangedFile, parseDiff } from '#shared/code-review/changed-file.ts'
import { runGit } from '../git/run-git.ts'
import { inTurns } from '../log/in-turns.ts'
import type { ReadFile } from './diff-parts.ts'

/**
 * The files of a diff by their names from the project's folder. Where that is below its repository's root, git
 * names them from there: what goes before is taken away, if all of them have it and none is there as it is named.
 */
export async function nameFromFolder(
  root: string,
  read: readonly ReadFile[],
): Promise<readonly ReadFile[]> {
  const { output = '' } = await runGit(root, ['rev-parse', '--show-prefix'])
  const prefix = output.replace(/\n$/u, '')
  const isBelow = ({ path, from = path }: ChangedFile) =>
    path.startsWith(prefix) && from.startsWith(prefix)
  if (prefix === '' || !read.every(({ file }) => isBelow(file))) return read
  const named: ReadFile[] = []
  for await (const one of inTurns(read)) {
    const file = withoutPrefix(one.file, prefix)
    if (!file || (await isThere(join(root, one.file.path)))) return read
    named.push({ ...one, file })
  }
  return named
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** `undefined`: its header is written so that it can't be told where the names are. */
function withoutPrefix(file: ChangedFile, prefix: string): ChangedFile | undefined {
  const hunks = file.text.search(/^@@/mu)
  const header = hunks < 0 ? file.text : file.text.slice(0, hunks)
  const written = RegExp(`(?<=[ "](?:[a-z]/)?)${RegExp.escape(prefix)}`, 'gu')
  const text = header.replaceAll(written, '') + file.text.slice(header.length)
  const [renamed] = parseDiff(text)
  const isAsMeant =
    renamed?.path === file.path.slice(prefix.length) &&
    renamed.from === file.from?.slice(prefix.length)
  return isAsMeant ? renamed : undefined
}
