import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { readFrontMatter } from '../../front-matter.ts'
import { splitList } from '../split-list.ts'

/** Whose a skill is: the person's, or whoever made the project's. */
export type SkillSource = 'project' | 'home'

/** A file that should describe a skill. */
export interface SkillOrigin {
  readonly source: SkillSource
  /** On disk, with its `SKILL.md`. */
  readonly path: string
}

/** Something an agent can learn where it needs it: what its front matter says. Its text is not kept. */
export interface Skill extends SkillOrigin {
  readonly name: string
  readonly description: string
  readonly license?: string
  readonly compatibility?: string
  readonly metadata?: Readonly<Record<string, string>>
  /** What its author would allow; shown, and never allowed by it. */
  readonly allowedTools?: readonly string[]
  /** Where agents read its `SKILL.md`. */
  readonly agentPath: string
}

const NAME =
  'Write its name in small letters, digits and single dashes, with at most 64 characters.'

/** As https://agentskills.io/specification has it; what else is written is not ours to judge. */
const FrontMatter = z.object(
  {
    name: z
      .string('Give it a name.')
      .max(64, NAME)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, NAME),
    description: z
      .string('Give it a description that says what it does and when to use it.')
      .trim()
      .min(1, 'Its description is empty.')
      .max(1024, 'Its description is longer than 1,024 characters.'),
    license: z.coerce.string().optional().catch(undefined),
    compatibility: z.coerce.string().optional().catch(undefined),
    metadata: z.record(z.string(), z.coerce.string()).optional().catch(undefined),
    'allowed-tools': z
      .union([z.string(), z.array(z.string())])
      .optional()
      .catch(undefined),
  },
  'Its front matter names no fields.',
)

export interface FoundSkill extends SkillOrigin {
  /** Of the folder it lies in. */
  readonly folder: string
  readonly agentPath: string
}

/** Reads a `SKILL.md`. Fails with what keeps it from being a skill. */
export function parseSkill(text: string, found: FoundSkill): Skill {
  const parsed = FrontMatter.safeParse(readFrontMatter(text).values)
  if (!parsed.success) throw wrong(parsed.error.issues.map(({ message }) => message).join(' '))
  const { source, path, folder, agentPath } = found
  const { name, description, license, compatibility, metadata } = parsed.data
  if (name !== folder) {
    throw wrong(`Its name is "${name}" and its folder "${folder}": give both the same.`)
  }
  const allowedTools = toList(parsed.data['allowed-tools'])
  return {
    ...{ source, path, agentPath, name, description },
    ...(license !== undefined && { license }),
    ...(compatibility !== undefined && { compatibility }),
    ...(metadata && { metadata }),
    ...(allowedTools.length > 0 && { allowedTools }),
  }
}

/** With spaces between them, or commas; what stands in brackets belongs to the name. */
function toList(written: string | readonly string[] | undefined): readonly string[] {
  if (typeof written !== 'string') return [...(written ?? [])]
  const isSeparator = (character: string) => /[\s,]/.test(character)
  return splitList(written, { open: '(', close: ')', isSeparator })
}

function wrong(message: string): AppError {
  return new AppError('invalid-input', message)
}
