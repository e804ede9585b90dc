import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import { readFrontMatter } from '../../project-files/front-matter.ts'
import { inTurns } from '../../runtime/yield-in-slices.ts'

/** A way of working that has a name: guidance for the lead, which a person starts as `/name`. */
export interface Playbook {
  readonly name: string
  readonly title: string
  /** When it is the right one. */
  readonly description: string
  /** What a person writes after its name. */
  readonly argumentHint: string
  readonly guidance: string
}

const FrontMatter = z.object({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: z.string().min(1),
  description: z.string().min(1),
  argumentHint: z.string().min(1),
})

/** Every playbook there is, by name. Fails with the path of one that is none: they are our own. */
export async function readPlaybooks(resourcesDir: string): Promise<readonly Playbook[]> {
  const folder = join(resourcesDir, 'playbooks')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  const paths = names.map((name) => join(folder, name))
  const texts = await Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })),
  )
  const playbooks: Playbook[] = []
  for await (const { path, text } of inTurns(texts)) playbooks.push(parsePlaybook(text, path))
  return playbooks
}

/** Fails with the path where the text is no playbook. */
export function parsePlaybook(text: string, path: string): Playbook {
  const { values, body: guidance } = readFrontMatter(text)
  const parsed = FrontMatter.safeParse(values)
  if (parsed.success && guidance !== '') return { ...parsed.data, guidance }
  const why = parsed.success ? 'It has no text.' : z.prettifyError(parsed.error)
  throw new AppError('invalid-input', `${path} is no playbook. ${why}`)
}

/** What the lead is told where a person starts a playbook; any other text stays as it is. */
export function expandPlaybook(text: string, playbooks: readonly Playbook[]): string {
  const match = /^\s*\/(?<name>[a-z][a-z0-9-]*)(?:\s+(?<words>[\s\S]*))?$/.exec(text)
  const { name, words = '' } = match?.groups ?? {}
  const playbook = playbooks.find((one) => one.name === name)
  if (!playbook) return text
  const said = words.trim() || NO_WORDS
  return `${said}\n\nI want this done by the playbook "${playbook.title}":\n\n${playbook.guidance}`
}

const NO_WORDS =
  'I say no more than that: take what it is about from what was said before, and ask where that is not enough.'
