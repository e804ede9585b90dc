import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { readFrontMatter } from '../../front-matter.ts'
import { toAgentPath } from '../../workspace/agent-path.ts'
import type { ConfigFolder, ReadText } from '../config-folder.ts'
import { splitList } from '../split-list.ts'
import { cutText, type PromptPart } from './part.ts'

const FOLDER = '.orrery/rules'
const MAX_KB = 256
const MAX_CHARS = 8_000
const MAX_RULES = 50

/** The project's rules, by name. Nothing of it fails. */
export async function readRules(project: ConfigFolder): Promise<readonly PromptPart[]> {
  const listed = await project.listBelow(FOLDER, { ending: '.md', max: MAX_RULES })
  if (!listed) return []
  if ('error' in listed) return [{ ...toLost(project, FOLDER), error: listed.error }]
  const read = await Promise.all(
    listed.names.map(async (name) => {
      const file = `${FOLDER}/${name}`
      const text = await project.read(file, MAX_KB)
      return text ? toParts(project, file, text) : []
    }),
  )
  const more = listed.isAll ? [] : [{ ...toLost(project, FOLDER), notes: [TOO_MANY] }]
  return [...read.flat(), ...more]
}

const TOO_MANY = `It holds more than ${MAX_RULES} rules, or too much else: the rest is left out.`

function toLost({ root }: ConfigFolder, file: string): PromptPart {
  return { kind: 'rule', title: file, source: join(root, file), text: '', notes: [] }
}

function toParts(project: ConfigFolder, file: string, read: ReadText): readonly PromptPart[] {
  const part = toLost(project, file)
  if ('error' in read) return [{ ...part, error: read.error }]
  try {
    const { body, patterns } = parseRule(read.text)
    if (body === '') return []
    const { text, notes } = cutText(body, MAX_CHARS, toAgentPath(file))
    const holds = patterns.length === 0 ? '' : ` for="${patterns.join(', ').replaceAll('"', "'")}"`
    return [
      { ...part, text: `<rule from="${toAgentPath(file)}"${holds}>\n${text}\n</rule>`, notes },
    ]
  } catch (error) {
    if (AppError.is(error)) return [{ ...part, error: error.message }]
    throw error
  }
}

interface Rule {
  readonly body: string
  /** Of the files it holds for; none: for all. */
  readonly patterns: readonly string[]
}

const Patterns = z.union([z.string(), z.array(z.string()), z.null()]).optional()
const FrontMatter = z.object(
  { globs: Patterns, paths: Patterns },
  'Its front matter names no fields.',
)

function parseRule(text: string): Rule {
  if (!/^---[ \t]*\n/.test(text)) return { body: text.trim(), patterns: [] }
  const { values, body } = readFrontMatter(text)
  const parsed = FrontMatter.safeParse(values ?? {})
  if (parsed.success) {
    return { body, patterns: [...toList(parsed.data.globs), ...toList(parsed.data.paths)] }
  }
  const message = 'What it says of globs or paths is neither a pattern nor a list of them.'
  throw new AppError('invalid-input', message)
}

/** A comma inside braces belongs to the pattern. */
function toList(written: z.infer<typeof Patterns>): readonly string[] {
  const isSeparator = (character: string) => character === ','
  const list =
    typeof written === 'string'
      ? splitList(written, { open: '{', close: '}', isSeparator })
      : written
  return (list ?? []).map((one) => one.replaceAll(/\s+/g, ' ').trim()).filter(Boolean)
}
