import { nameIn } from '#shared/code-review/diff-header.ts'
import { type GitPlace, readGitRecords } from '../git/read-git-records.ts'

/** Somebody as a commit names them. */
export interface Signature {
  readonly name: string
  readonly email: string
}

const BOT =
  /\[bot\]|\bbot@|-bot\b|\bbot$|^(?:dependabot|renovate|greenkeeper|github-actions?|gitlab-ci|jenkins|semantic-release|travis(?: ci)?|snyk|mergify|pre-commit-ci|codecov|allcontributors)\b/iu

/** Whether a program made the commit: what it did tells nothing of who knows what. */
export function isBot({ name, email }: Signature): boolean {
  return BOT.test(name) || BOT.test(email) || /\[bot\]@/iu.test(email)
}

/** People by how they sign: one who signs with two addresses, or two spellings of one address, is one. */
export class People {
  readonly #parents = new Map<string, string>()
  readonly #names = new Map<string, Map<string, number>>()

  /** Takes one signature in; the same person may be known by another from then on. */
  add({ name, email }: Signature): void {
    const keys = keysOf({ name, email })
    const [first = ''] = keys
    for (const key of keys) this.#join(first, key)
    const counts = this.#names.get(first) ?? new Map<string, number>()
    counts.set(name, (counts.get(name) ?? 0) + 1)
    this.#names.set(first, counts)
  }

  /** The same for all signatures of one person, once all were added. */
  idOf(signature: Signature): string {
    return this.#rootOf(keysOf(signature)[0] ?? '')
  }

  /** The name a person signs with most, of those that were added. */
  nameOf(id: string): string {
    const counts = new Map<string, number>()
    for (const [key, names] of this.#names) {
      if (this.#rootOf(key) !== id) continue
      for (const [name, count] of names) counts.set(name, (counts.get(name) ?? 0) + count)
    }
    const [most] = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    return most?.[0] ?? id
  }

  #rootOf(key: string): string {
    let root = key
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root))
      root = next
    return root
  }

  /** The smaller key is the root, so that the order they come in does not matter. */
  #join(one: string, other: string): void {
    const [a, b] = [this.#rootOf(one), this.#rootOf(other)]
    if (a === b) return
    if (a < b) this.#parents.set(b, a)
    else this.#parents.set(a, b)
  }
}

/** A name alone joins nobody where it is one word: there are many Anns. */
function keysOf({ name, email }: Signature): readonly string[] {
  const address = email.trim().toLowerCase()
  const called = name.trim().toLowerCase().replaceAll(/\s+/gu, ' ')
  const keys = [
    ...(address === '' ? [] : [`mail ${address}`]),
    ...(called.includes(' ') ? [`name ${called}`] : []),
  ]
  return keys.length > 0 ? keys : [`name ${called}`]
}

/** How many commits there are, in words. */
export function countCommits(count: number): string {
  return count === 1 ? '1 commit' : `${count} commits`
}

interface ChangedFile {
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

interface CommitQuery {
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
