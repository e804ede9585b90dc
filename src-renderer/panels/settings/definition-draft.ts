import type { DefinitionPlace, WrittenDefinition } from '#shared/contract/agents.ts'
import type { Hash } from '#shared/ids.ts'

/** A definition as it is being written. */
export interface DefinitionDraft {
  readonly place: DefinitionPlace
  /** The file it is made from; absent: it is a new one. */
  readonly path?: string
  readonly text: string
  /** Of the file it is made from; `null`: there is none yet. */
  readonly base: Hash | null
}

/** What a new one begins with. */
const TEMPLATE = `---
name: my-agent
description: What it does, and when the lead should delegate to it.
tools:
  - read_file
  - glob
  - grep
---
You are a subagent. Say here how to work, and what to report.
`

/** A built-in one becomes the person's own, in front of the one it is made from. */
export function draftOf(
  written: WrittenDefinition | undefined,
  usual: DefinitionPlace,
): DefinitionDraft {
  if (!written) return { place: usual, text: TEMPLATE, base: null }
  const { source, path, text, hash } = written
  return source === 'built-in'
    ? { place: usual, text, base: null }
    : { place: source, path, text, base: hash }
}
