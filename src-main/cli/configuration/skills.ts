import { resolve } from 'node:path'
import type { SkillDescription, SkillList } from '#shared/contract/procedures/agents.ts'
import { Settings } from '#shared/settings/settings.ts'
import { listSkills } from '../../core/agents/skills/list-skills.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand, readChoice } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatJson, toLine, toPrintable } from '../command-line/format-output.ts'
import { openClient } from '../host-client/open-client.ts'
import { realFolder } from '../host-client/project-folder.ts'
import { openReader } from '../host-client/store-reader.ts'

export const command = defineCommand({
  name: 'skills',
  usage: ['orrery skills [--project DIR] [--json]', 'orrery skills on|off NAME [--project DIR]'],
  about: `What agents can learn where they need it: .orrery/skills/NAME/SKILL.md and
.claude/skills/NAME/SKILL.md of the project, then those of your home folder.`,
  table: {
    project: {
      type: 'string',
      value: 'DIR',
      help: 'The project it is about (here: the current folder)',
    },
    json: { type: 'boolean', help: 'The list as JSON' },
  },
  positionals: { min: 0, max: 2, what: 'on or off, and of what' },
  run: async ({ values, positionals: words }) => {
    const dataDir = findDataFolder(values['data-dir'], process.env)
    const projectDir = resolve(values.project ?? '.')
    const [turned, name] = words
    if (turned === undefined) return await print({ dataDir, projectDir }, values.json ?? false)
    const isOn = readChoice('orrery skills', turned, ['on', 'off']) === 'on'
    if (name === undefined) throw wrongUsage(`Say what to turn ${turned}. See: orrery help skills`)
    return await turn({ dataDir, projectDir }, { name, isOn })
  },
})

interface Asked {
  readonly dataDir: string
  readonly projectDir: string
}

/** Reads the store beside whoever owns it; a folder that was never opened has its skills too. */
async function print({ dataDir, projectDir }: Asked, isJson: boolean): Promise<number> {
  const root = await realFolder(projectDir)
  await using reader = await openReader(dataDir)
  const { skills: settings } = reader?.store.settings.read() ?? Settings.parse({})
  const projectId = reader?.store.projects.findByPath(root)?.id
  const list = await listSkills({ root, projectId, settings })
  console.log(isJson ? formatJson(list) : toText(list))
  return EXIT.ok
}

async function turn(
  { dataDir, projectDir }: Asked,
  { name, isOn }: Pick<SkillDescription, 'name' | 'isOn'>,
): Promise<number> {
  await using opened = await openClient(dataDir, 'skills')
  const { projectId } = await opened.client['projects.open']({ path: projectDir })
  await opened.client['skills.switch']({ projectId, name, isOn })
  console.log(`${name} is ${isOn ? 'on' : 'off'}, from the next run on.`)
  return EXIT.ok
}

const WIDTH = 100

function toText({ skills, malformed }: SkillList): string {
  const wrong = malformed.flatMap(({ path, error }) => [`!   ${path}`, `    ${error}`])
  const lines = [...skills.flatMap(toLines), ...wrong]
  return toPrintable(
    lines.length > 0
      ? lines.join('\n')
      : 'There are no skills here. One is a folder with a SKILL.md, below .orrery/skills of the project or of your home folder.',
  )
}

function toLines(skill: SkillDescription): readonly string[] {
  const { name, isOn, description, path, shadows, allowedTools, compatibility, license } = skill
  const hidden = shadows.map((one) => one.path).join(', ')
  const said = [
    compatibility && `needs ${toLine(compatibility, WIDTH)}`,
    allowedTools && `names ${allowedTools.join(' ')} as its tools, which allows nothing`,
    license && `license ${toLine(license, WIDTH)}`,
  ].filter(Boolean)
  return [
    `${isOn ? 'on ' : 'off'} ${name.padEnd(22)}${toLine(description, WIDTH)}`,
    ...(said.length > 0 ? [`    ${said.join('; ')}`] : []),
    `    from ${path}${hidden ? `, in place of ${hidden}` : ''}`,
  ]
}
