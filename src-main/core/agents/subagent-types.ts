import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { type Grant, parseGrant } from '../policy/grants.ts'

/** A definition that subagents are made from. */
export interface SubagentType {
  readonly name: string
  /** When to delegate to it, for the lead. */
  readonly description: string
  readonly prompt: string
  /** Absent: all the lead has, but for delegating. */
  readonly grants?: readonly Grant[]
}

const FrontMatter = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'Write the name in small letters, digits and dashes.'),
  description: z.string().min(1),
  tools: z.array(z.string()).optional(),
})

/** Loads every `*.md` of a folder, by name. A file that is not a definition fails with its path. */
export async function loadSubagentTypes(folder: string): Promise<readonly SubagentType[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return parseSubagentType(await readFile(path, 'utf8'), path)
    }),
  )
}

/** Reads YAML front matter and the prompt below it. */
export function parseSubagentType(text: string, path: string): SubagentType {
  const match = /^---\r?\n(?<yaml>[\s\S]*?)\r?\n---\r?\n(?<prompt>[\s\S]*)$/.exec(text)
  if (!match?.groups) throw wrong(path, 'It has no front matter between two lines of "---".')
  const { yaml = '', prompt = '' } = match.groups
  const parsed = FrontMatter.safeParse(parseYaml(yaml, path))
  if (!parsed.success) throw wrong(path, z.prettifyError(parsed.error))
  const { name, description, tools } = parsed.data
  if (prompt.trim() === '') throw wrong(path, 'It has no prompt.')
  const grants = tools?.map((tool) => parseGrant(tool))
  return { name, description, prompt: prompt.trim(), ...(grants && { grants }) }
}

function parseYaml(yaml: string, path: string): unknown {
  try {
    return parse(yaml)
  } catch (error) {
    throw wrong(path, error instanceof Error ? error.message : 'Its front matter is no YAML.')
  }
}

function wrong(path: string, why: string): AppError {
  return new AppError('invalid-input', `${path} does not define a subagent. ${why}`)
}
