import { join } from 'node:path'
import { toAgentPath } from '../../workspace/agent-path.ts'
import type { ReadText, Shelf } from '../shelf.ts'
import { cutText, type PromptPart } from './part.ts'

const MAX_KB = 1024
const MAX_CHARS = 32_000

/** In the order in which they are told: the later holds where two disagree. */
const HOME = ['AGENTS.md', '.orrery/AGENTS.md', '.claude/CLAUDE.md'] as const
const PROJECT = ['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'] as const

export interface Shelves {
  readonly home: Shelf
  readonly project: Shelf
}

interface Instructions {
  /** On disk. */
  readonly source: string
  readonly title: string
  /** What the model is told that it is. */
  readonly from: string
  /** Where a model can read all of it. */
  readonly agentPath?: string
}

/** What the person and the project tell everyone who works here. Nothing of it fails. */
export async function readInstructions({ home, project }: Shelves): Promise<readonly PromptPart[]> {
  const places = [
    ...HOME.map((file) => ({ shelf: home, file, about: ofHome(home, file) })),
    ...PROJECT.map((file) => ({ shelf: project, file, about: ofProject(project, file) })),
  ]
  const read = await Promise.all(
    places.map(async ({ shelf, file, about }) => ({ about, read: await shelf.read(file, MAX_KB) })),
  )
  const told = new Map<string, string>()
  return read.flatMap((one) => (one.read ? toPart(one.about, one.read, told) : []))
}

function ofHome({ root }: Shelf, file: string): Instructions {
  return { source: join(root, file), title: `~/${file}`, from: `~/${file}` }
}

function ofProject({ root }: Shelf, file: string): Instructions {
  const agentPath = toAgentPath(file)
  return { source: join(root, file), title: file, from: agentPath, agentPath }
}

/** `told` are the texts that came before, with whose they are. */
function toPart(about: Instructions, read: ReadText, told: Map<string, string>): PromptPart[] {
  const { source, title, from, agentPath } = about
  const part = { kind: 'instructions', title, source, text: '', notes: [] } as const
  if ('error' in read) return [{ ...part, notes: [], error: read.error }]
  const text = read.text.trim()
  if (text === '') return []
  const before = told.get(text)
  if (before !== undefined) return [{ ...part, notes: [`It says the same as ${before}.`] }]
  told.set(text, title)
  const cut = cutText(text, MAX_CHARS, agentPath)
  const notes = [...cut.notes, ...importsIn(text)]
  return [{ ...part, text: `<instructions from="${from}">\n${cut.text}\n</instructions>`, notes }]
}

const IMPORT = /(?<=^|\s)@((?:~?\/|\.{1,2}\/)?[\w./-]+\.(?:md|mdc|txt))\b/gm

/** Some agents put a file in the place of a name like `@docs/style.md`. */
function importsIn(text: string): readonly string[] {
  const names = new Set(Array.from(text.matchAll(IMPORT), ([, name]) => `@${name}`))
  if (names.size === 0) return []
  const what = [...names].slice(0, 10).join(', ')
  return [`It names ${what}: such imports are not followed, agents read the file where it matters.`]
}
