import { resolve } from 'node:path'
import type { AgentDefinition, AgentList } from '#shared/contract/procedures/agents.ts'
import { Settings } from '#shared/settings/settings.ts'
import { listAgents } from '../../core/agents/subagents/list-agents.ts'
import { findDataFolder } from '../../data-folder.ts'
import { findInstallation } from '../../installation.ts'
import { defineCommand, readChoice } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatJson, toLine, toPrintable } from '../command-line/format-output.ts'
import { openClient } from '../host-client/open-client.ts'
import { realFolder } from '../host-client/project-folder.ts'
import { openReader } from '../host-client/store-reader.ts'

export const command = defineCommand({
  name: 'agents',
  usage: [
    'orrery agents [--project DIR] [--json]',
    'orrery agents on|off NAME|all [--project DIR | --everywhere]',
  ],
  table: {
    NAME: { help: 'A subagent type; all: delegation as a whole' },
    project: {
      type: 'string',
      value: 'DIR',
      help: 'The project it is about (here: the current folder)',
    },
    everywhere: { type: 'boolean', help: 'Turn delegation as a whole on or off in every project' },
    json: { type: 'boolean', help: 'The list as JSON' },
  },
  positionals: { min: 0, max: 2, what: 'on or off, and of what' },
  run: async ({ values, positionals: words }) => {
    const dataDir = findDataFolder(values['data-dir'], process.env)
    const asked = { dataDir, projectDir: resolve(values.project ?? '.') }
    const [turned, name] = words
    if (turned === undefined) return await print({ ...asked, isJson: values.json ?? false })
    const isOn = readChoice('orrery agents', turned, ['on', 'off']) === 'on'
    if (name === undefined) throw wrongUsage(`Say what to turn ${turned}. See: orrery help agents`)
    return await turn({ ...asked, name, isOn, isEverywhere: values.everywhere ?? false })
  },
})

interface Asked {
  readonly dataDir: string
  readonly projectDir: string
}

async function print({ isJson, ...asked }: Asked & { readonly isJson: boolean }): Promise<number> {
  const list = await read(asked)
  console.log(isJson ? formatJson(list) : toText(list))
  return EXIT.ok
}

/** Reads the store beside whoever owns it; a folder that was never opened has its definitions too. */
async function read({ dataDir, projectDir }: Asked): Promise<AgentList> {
  const root = await realFolder(projectDir)
  await using reader = await openReader(dataDir)
  const { delegation, skills } = reader?.store.settings.read() ?? Settings.parse({})
  const projectId = reader?.store.projects.findByPath(root)?.id
  const { resourcesDir } = findInstallation()
  return await listAgents({ resourcesDir, root, projectId, delegation, skills })
}

interface Turned extends Asked {
  readonly name: string
  readonly isOn: boolean
  readonly isEverywhere: boolean
}

async function turn({ dataDir, projectDir, name, isOn, isEverywhere }: Turned): Promise<number> {
  if (isEverywhere && name !== 'all') {
    throw wrongUsage('--everywhere is for all. A single type is switched in a project.')
  }
  await using opened = await openClient(dataDir, 'agents')
  const { client } = opened
  if (isEverywhere) {
    await client['agents.switch']({ all: true, isOn })
  } else {
    const { projectId } = await client['projects.open']({ path: projectDir })
    const which = name === 'all' ? ({ all: true } as const) : { name }
    await client['agents.switch']({ projectId, ...which, isOn })
  }
  const what = name === 'all' ? 'Delegation' : name
  console.log(
    `${what} is ${isOn ? 'on' : 'off'}${isEverywhere ? ' everywhere' : ''}, from the next run on.`,
  )
  return EXIT.ok
}

const WIDTH = 100

function toText({ delegation, definitions, malformed }: AgentList): string {
  const { isOnEverywhere, isOnHere } = delegation
  const where = isOnEverywhere ? 'in this project' : 'everywhere'
  const stopped = isOnEverywhere && isOnHere ? [] : [`Delegation is off ${where}.`, '']
  const wrong = malformed.flatMap(({ path, error }) => [`!   ${path}`, `    ${error}`])
  return toPrintable([...stopped, ...definitions.flatMap(toLines), ...wrong].join('\n'))
}

function toLines(type: AgentDefinition): readonly string[] {
  const { name, isOn, source, path, description, model, maxTurns, tools } = type
  const turns = maxTurns === undefined ? [] : [`at most ${maxTurns} turns`]
  const from = source === 'built-in' ? source : path
  const hidden = type.shadows.map((one) =>
    one.source === 'built-in' ? 'the built-in one' : one.path,
  )
  return [
    `${isOn ? 'on ' : 'off'} ${name.padEnd(22)}${toLine(description, WIDTH)}`,
    `    ${[`model ${model}`, ...turns, `tools ${tools?.join(' ') ?? 'as the lead'}`].join(', ')}`,
    `    from ${from}${hidden.length > 0 ? `, in place of ${hidden.join(', ')}` : ''}`,
    ...type.problems.map((problem) => `    ! ${problem}`),
  ]
}
