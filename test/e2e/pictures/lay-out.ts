import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'

const fixture = join(import.meta.dirname, '../../fixtures/storefront')
const asSomebody = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com']

/** The project of the stories, beside another, in a repository of its own. */
export function layOut(other: string): string {
  const project = join(dirname(other), 'storefront')
  cpSync(fixture, project, { recursive: true })
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: project })
  git('init', '--quiet')
  git('add', '.')
  git(...asSomebody, 'commit', '--quiet', '-m', 'First')
  return project
}
