import type { Playbook } from '#shared/contract/procedures/agents.ts'

/** The `@…` that is being written where the cursor stands. */
interface Mention {
  /** Where its `@` is. */
  readonly start: number
  readonly query: string
}

/** No path is longer on the systems that Orrery runs on. */
const MAX_QUERY = 4096

/** Finds the mention that ends at the cursor. Looks back from there, however long the text is. */
export function findMention(text: string, cursor: number): Mention | undefined {
  const earliest = Math.max(0, cursor - MAX_QUERY - 1)
  for (let start = cursor - 1; start >= earliest; start -= 1) {
    const char = text.charAt(start)
    if (isSpace(char)) return undefined
    if (char !== '@') continue
    const isFirst = start === 0 || isSpace(text.charAt(start - 1))
    return isFirst ? { start, query: text.slice(start + 1, cursor) } : undefined
  }
  return undefined
}

function isSpace(char: string): boolean {
  return /\s/.test(char)
}

/** The paths a query fits best: names that begin with it, then names, then paths that hold it. */
export function rankPaths(
  paths: readonly string[],
  query: string,
  limit: number,
): readonly string[] {
  const wanted = query.toLowerCase()
  const found: { readonly path: string; readonly rank: number }[] = []
  for (const path of paths) {
    const rank = rankOf(path.toLowerCase(), wanted)
    if (rank !== undefined) found.push({ path, rank })
  }
  found.sort((a, b) => a.rank - b.rank || a.path.length - b.path.length)
  return found.slice(0, limit).map(({ path }) => path)
}

function rankOf(path: string, wanted: string): number | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted)) return 1
  return path.includes(wanted) ? 2 : undefined
}

/** The files a text names with `@`, in order, each once. */
export function mentionedPaths(text: string, known: ReadonlySet<string>): readonly string[] {
  const named = [...text.matchAll(/(?:^|\s)@(\S+)/g)].map(([, name = '']) => name)
  return [...new Set(named.flatMap((name) => findKnown(name, known) ?? []))]
}

/** As agents see it; a sentence's end behind the name does not belong to it, nor do lines. */
function findKnown(name: string, known: ReadonlySet<string>): string | undefined {
  const plain = withoutPunctuation(name)
  const whole = plain.replace(/:\d{1,9}(-\d{1,9})?$/, '')
  const candidates = [name, plain, whole].flatMap((one) => [one, `/workspace/${one}`])
  return candidates.find((path) => known.has(path))
}

function withoutPunctuation(name: string): string {
  let end = name.length
  while (end > 0 && '.,;:!?)'.includes(name.charAt(end - 1))) end -= 1
  return name.slice(0, end)
}

export interface Completed {
  readonly text: string
  readonly cursor: number
}

/** The text with a mention finished as a path. */
export function complete(text: string, { start, query }: Mention, shown: string): Completed {
  const end = start + 1 + query.length
  const inserted = `@${shown} `
  return {
    text: text.slice(0, start) + inserted + text.slice(end).replace(/^ /, ''),
    cursor: start + inserted.length,
  }
}

const BEGINNING = /^\/([a-z0-9-]*)$/i

/** What of a playbook's name was written so far, where the cursor stands behind it at the beginning. */
export function findPlaybookQuery(text: string, cursor: number): string | undefined {
  const [, query] = BEGINNING.exec(text.slice(0, cursor)) ?? []
  return query
}

/** Those whose name begins with the query, then those that hold it. */
export function rankPlaybooks(playbooks: readonly Playbook[], query: string): readonly Playbook[] {
  const wanted = query.toLowerCase()
  const holding = playbooks.filter(({ name }) => name.includes(wanted))
  const isFirst = ({ name }: Playbook) => Number(name.startsWith(wanted))
  return holding.toSorted((a, b) => isFirst(b) - isFirst(a))
}

/** The text begun with a playbook: in place of one that it begins with, before everything else. */
export function completePlaybook(text: string, name: string): Completed {
  const begun = `/${name} `
  return { text: begun + text.replace(/^\/[a-z0-9-]*\s?/i, ''), cursor: begun.length }
}
