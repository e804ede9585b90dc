import { nameIn } from '#shared/code-review/diff-names.ts'
import { type GitPlace, readGitRecords } from '../git/read-git-records.ts'

export interface ChangedFile {
  /** Below the project's folder. */
  readonly path: string
  /** Lines; 0 for what is no text. */
  readonly added: number
  readonly removed: number
}

export interface Commit {
  readonly id: string
  /** When it was made as it is now, in milliseconds since the epoch. */
  readonly at: number
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly files: readonly ChangedFile[]
}

export interface CommitQuery {
  /** Of the branch that is checked out, or of all there are. */
  readonly of: 'head' | 'all'
  /** Milliseconds since the epoch. */
  readonly since: number
  readonly maxCount: number
  /** As git is told of it, from the project's folder. */
  readonly pathspec?: string
  readonly author?: string | undefined
}

const FORMAT = ['%x1e%H', '%ct', '%aN', '%aE', '%s'].join('%x1f')

/** Commits that are no merges, the latest first, with what each changed below the project's folder. */
export async function* readCommits(place: GitPlace, query: CommitQuery): AsyncGenerator<Commit> {
  const { of, since, maxCount, pathspec = '.', author } = query
  const args = [
    ...['--literal-pathspecs', 'log', `--format=${FORMAT}`, '--numstat', '--relative'],
    ...['--no-merges', '--no-renames', '-n', `${maxCount}`],
    `--since=${new Date(since).toISOString()}`,
    ...(author === undefined ? [] : ['-i', '--fixed-strings', `--author=${author}`]),
    ...(of === 'all' ? ['--branches', '--remotes', 'HEAD'] : ['HEAD']),
    ...['--', pathspec],
  ]
  let commit: (Commit & { files: ChangedFile[] }) | undefined
  for await (const line of readGitRecords(place, args)) {
    if (line.startsWith('\u001e')) {
      if (commit) yield commit
      commit = toCommit(line.slice(1))
    } else if (commit) {
      const file = toFile(line)
      if (file) commit.files.push(file)
    }
  }
  if (commit) yield commit
}

function toCommit(line: string): Commit & { files: ChangedFile[] } {
  const [id = '', at = '0', name = '', email = '', subject = ''] = line.split('\u001f')
  return { id, at: Number(at) * 1000, name, email, subject, files: [] }
}

/** `3<tab>1<tab>path`; `-` where it is no text. */
function toFile(line: string): ChangedFile | undefined {
  const [, added = '', removed = '', path] = /^(\d+|-)\t(\d+|-)\t(.+)$/u.exec(line) ?? []
  if (path === undefined) return undefined
  return { path: nameIn(path), added: Number(added) || 0, removed: Number(removed) || 0 }
}
