import type { Playbook } from '#shared/contract/agents.ts'
import { formatPath } from '../../ui/format.ts'
import { type Completed, complete, findMention, rankPaths } from './mentions.ts'
import { completePlaybook, findPlaybookQuery, rankPlaybooks } from './playbooks.ts'

/** Something that can stand where the cursor is. */
export interface Suggestion {
  readonly id: string
  readonly label: string
  /** What it is for. */
  readonly hint?: string
  readonly completed: Completed
}

export interface Suggestions {
  /** What they are, as a list's name. */
  readonly label: 'Files' | 'Playbooks'
  /** Changes with what is being written, and with nothing else. */
  readonly query: string
  readonly items: readonly Suggestion[]
}

interface Sources {
  readonly text: string
  readonly cursor: number
  readonly paths: readonly string[]
  readonly playbooks: readonly Playbook[]
}

const MOST = 8

/** The project's files behind an `@`, the playbooks behind a `/` that the prompt begins with. */
export function suggest({ text, cursor, paths, playbooks }: Sources): Suggestions | undefined {
  const query = findPlaybookQuery(text, cursor)
  if (query !== undefined) {
    const items = rankPlaybooks(playbooks, query).map(({ name, argumentHint }) => ({
      id: name,
      label: `/${name}`,
      hint: argumentHint,
      completed: completePlaybook(text, name),
    }))
    return { label: 'Playbooks', query: `/${query}`, items }
  }
  const mention = findMention(text, cursor)
  if (!mention) return undefined
  const items = rankPaths(paths, mention.query, MOST).map((path) => ({
    id: path,
    label: formatPath(path),
    completed: complete(text, mention, formatPath(path)),
  }))
  return { label: 'Files', query: `@${mention.query}`, items }
}
