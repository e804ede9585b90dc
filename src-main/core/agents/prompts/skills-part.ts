import { dirname } from 'node:path'
import type { Skill } from '../skills/skill.ts'
import type { PromptPart } from './part.ts'

const MAX_CHARS = 24_000

/** Which skills there are: their texts are read where they are needed. `lost`: what is not among them, and why. */
export function describeSkills(
  skills: readonly Skill[],
  lost: readonly string[],
): readonly PromptPart[] {
  if (skills.length === 0 && lost.length === 0) return []
  const lines: string[] = []
  const leftOut: string[] = []
  let chars = 0
  for (const skill of skills) {
    const line = toLine(skill)
    chars += line.length
    if (chars > MAX_CHARS) leftOut.push(skill.name)
    else lines.push(line)
  }
  const noRoom = leftOut.length === 0 ? [] : [`There is no room for ${leftOut.join(', ')}.`]
  const text = lines.length === 0 ? '' : `${INTRODUCTION}\n\n${lines.join('\n')}`
  const notes = [...noRoom, ...lost]
  return [{ kind: 'skills', title: toTitle(lines.length), text, notes }]
}

const INTRODUCTION =
  '# Skills\n\nInstructions for particular work, written down before. Where a task is what one is for, read its file with `read_file` first and follow it as far as it fits; paths in it are relative to its folder. A skill allows nothing: its commands are judged like any other. Don’t read those that you don’t need.'

/** Commands know nothing of `/skills/`. */
function toLine({ name, description, agentPath, source, path }: Skill): string {
  const onDisk = source === 'home' ? `; for commands it lies in ${dirname(path)}` : ''
  const said = description.replaceAll(/\s+/g, ' ')
  return `- \`${name}\` (${agentPath}${onDisk}): ${said}`
}

function toTitle(count: number): string {
  return `${count} ${count === 1 ? 'skill' : 'skills'}`
}
