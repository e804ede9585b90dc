import type { Playbook } from '#shared/contract/agents.ts'
import type { Completed } from './mentions.ts'

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
