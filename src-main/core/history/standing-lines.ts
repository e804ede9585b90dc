import { AppError } from '#shared/error.ts'
import { type GitPlace, readGitRecords } from '../git/read-git-records.ts'
import type { Standing } from './knowledge.ts'
import type { Signature } from './people.ts'
import type { Commit } from './read-commits.ts'

/** So many files that changed most are looked at line by line: that is what takes long. */
const MOST_FILES = 12

/** Whose lines still stand in the files that changed most. */
export async function readStanding(
  place: GitPlace,
  commits: readonly Commit[],
): Promise<readonly Standing[]> {
  const counts = new Map<string, number>()
  for (const { path } of commits.flatMap(({ files }) => files)) {
    counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  const most = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const standing: Standing[] = []
  for (const [path] of most) {
    if (standing.length >= MOST_FILES) break
    const one = await readOne(place, path)
    if (one) standing.push(one)
  }
  return standing
}

/** `undefined`: it is there no longer. */
async function readOne(place: GitPlace, path: string): Promise<Standing | undefined> {
  const authors = new Map<string, Author>()
  const counts = new Map<string, number>()
  let commit = ''
  const args = ['blame', '--porcelain', '-w', 'HEAD', '--', `./${path}`]
  try {
    for await (const line of readGitRecords(place, ['--literal-pathspecs', ...args])) {
      const [, id] = /^([0-9a-f]{40,64}) \d+ \d+/u.exec(line) ?? []
      if (id) commit = id
      else if (line.startsWith('\t')) counts.set(commit, (counts.get(commit) ?? 0) + 1)
      else takeAuthor(authors, commit, line)
    }
  } catch (error) {
    if (AppError.is(error) && error.code === 'invalid-input') return undefined
    throw error
  }
  return { path, lines: bySignature(authors, counts) }
}

interface Author {
  name: string
  email: string
}

function takeAuthor(authors: Map<string, Author>, commit: string, line: string): void {
  const author = authors.get(commit) ?? { name: '', email: '' }
  if (line.startsWith('author ')) author.name = line.slice('author '.length)
  if (line.startsWith('author-mail '))
    author.email = line.slice('author-mail '.length).replaceAll(/[<>]/gu, '')
  authors.set(commit, author)
}

function bySignature(
  authors: ReadonlyMap<string, Signature>,
  counts: ReadonlyMap<string, number>,
): Standing['lines'] {
  const lines = new Map<string, Signature & { count: number }>()
  for (const [commit, count] of counts) {
    const signature = authors.get(commit) ?? { name: '', email: '' }
    const key = `${signature.name}\0${signature.email}`
    const before = lines.get(key)?.count ?? 0
    lines.set(key, { ...signature, count: before + count })
  }
  return [...lines.values()]
}
