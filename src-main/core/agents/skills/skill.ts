import { AppError } from '#shared/lib/app-error.ts'
import { readFields } from '../../project-files/project-parser.ts'
import { splitList } from '../../project-files/split-list.ts'

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

interface FoundSkill extends SkillOrigin {
  /** Of the folder it lies in. */
  readonly folder: string
  readonly agentPath: string
}

/** Reads a `SKILL.md`. Fails with what keeps it from being a skill. */
export async function readSkill(text: string, found: FoundSkill): Promise<Skill> {
  const { fields } = await readFields('skill', text)
  const { source, path, folder, agentPath } = found
  const { name, description, license, compatibility, metadata } = fields
  if (name !== folder) {
    throw AppError.invalidInput(
      `Its name is "${name}" and its folder "${folder}": give both the same.`,
    )
  }
  const allowedTools = toList(fields['allowed-tools'])
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
