import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILES_IN_FOLDER = 100

/** A git repository of so many small files, all committed. */
export function writeRepository(project: string, files: number): void {
  for (let file = 0; file < files; file += 1) {
    const parent = join(project, `package-${Math.floor(file / FILES_IN_FOLDER)}`, 'src')
    if (file % FILES_IN_FOLDER === 0) mkdirSync(parent, { recursive: true })
    writeFileSync(join(parent, `file-${file}.ts`), `export const file = ${file}\n`)
  }
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', project, ...args], { stdio: 'ignore' })
  git('init', '--quiet')
  git('add', '--all')
  const author = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com']
  git(...author, 'commit', '--quiet', '--message', 'All files')
}
