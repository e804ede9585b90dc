import { resolve } from 'node:path'
import { buffer as readAll } from 'node:stream/consumers'
import type { HostContract } from '#shared/contract/index.ts'
import type { Memory } from '#shared/contract/procedures/context.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Hash, ProjectId } from '#shared/lib/ids.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand, readChoice } from '../command-line/command.ts'
import { editText } from '../command-line/edit-text.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatBytes, formatJson, printError, toPrintable } from '../command-line/format-output.ts'
import { decodeText } from '../command-line/read-input.ts'
import { openClient } from '../host-client/open-client.ts'

export const command = defineCommand({
  name: 'memory',
  usage: [
    'orrery memory [list] [--project DIR] [--json]',
    'orrery memory show NAME [--project DIR]',
    'orrery memory edit NAME [--project DIR]',
    'orrery memory remove NAME [--project DIR]',
  ],
  about:
    'What agents keep of a project from one session to the next: every session is told it at its start.',
  table: {
    edit: {
      help: 'In $VISUAL or $EDITOR; where its input is no terminal, it takes that as the text',
    },
    NAME: { help: 'As the list shows it; .md may be left out' },
    project: {
      type: 'string',
      value: 'DIR',
      help: 'The project it is about (here: the current folder)',
    },
    json: { type: 'boolean', help: 'The list as JSON' },
  },
  positionals: { min: 0, max: 2, what: 'what to do, and with which' },
  run: async ({ values, positionals: words }) => {
    const [verb = 'list', name] = words
    const what = readChoice('orrery memory', verb, ['list', 'show', 'edit', 'remove']) ?? 'list'
    if (what !== 'list' && name === undefined) {
      throw wrongUsage(`Say which memory to ${what}. See: orrery help memory`)
    }
    await using opened = await openClient(findDataFolder(values['data-dir'], process.env), 'memory')
    const { client } = opened
    const { projectId } = await client['projects.open']({ path: resolve(values.project ?? '.') })
    if (name === undefined) return await list(client, projectId, values.json ?? false)
    await actions[what]({ client, projectId, name: toName(name) })
    return EXIT.ok
  },
})

/** Adds `.md` to a name without a file ending. */
function toName(name: string): string {
  return /\.[^/.]+$/.test(name) ? name : `${name}.md`
}

async function list(
  client: Client<HostContract>,
  projectId: ProjectId,
  isJson: boolean,
): Promise<number> {
  const memories = await client['memories.list']({ projectId })
  console.log(isJson ? formatJson(memories) : toText(memories))
  return EXIT.ok
}

function toText(memories: readonly Memory[]): string {
  const rows = memories.map(({ name, bytes, modifiedAt }) => {
    const day = new Date(modifiedAt).toISOString().slice(0, 10)
    return `${day}  ${formatBytes(bytes).padStart(8)}  ${name}`
  })
  return toPrintable(
    rows.length > 0
      ? rows.join('\n')
      : 'Agents keep no memories here. They write down what later sessions should know, and so can you: orrery memory edit NAME',
  )
}

interface Named {
  readonly client: Client<HostContract>
  readonly projectId: ProjectId
  readonly name: string
}

const actions = {
  list: async () => undefined,
  show: async ({ client, ...which }: Named) => {
    const { text } = await client['memories.read'](which)
    console.log(toPrintable(text.replace(/\n$/, '')))
  },
  edit: async ({ client, ...which }: Named) => {
    const before = await find({ client, ...which })
    const save = async (text: string) => {
      await client['memories.write']({ ...which, text, base: before?.hash ?? null })
    }
    if (process.stdin.isTTY) await editText(which.name, before?.text ?? '', save)
    else await save(await readInput(which.name))
    console.log(await toDone(client, `${which.name} is kept`))
    await tellWhatIsCut(client, which)
  },
  remove: async ({ client, ...which }: Named) => {
    await client['memories.remove'](which)
    console.log(await toDone(client, `${which.name} is removed`))
  },
} as const

async function toDone(client: Client<HostContract>, done: string): Promise<string> {
  const { unsaved } = await client['host.describe']({})
  return unsaved === undefined ? `${done}.` : `${done} in memory alone so far.`
}

/** Agents are told no more of a memory than its share of the prompt. */
async function tellWhatIsCut(
  client: Client<HostContract>,
  { projectId, name }: Omit<Named, 'client'>,
): Promise<void> {
  const { parts } = await client['context.preview']({ projectId })
  const told = parts.find(({ kind, title }) => kind === 'memory' && title === name)
  for (const note of told?.notes ?? []) printError(note)
}

/** Nothing given is most likely nothing meant. */
async function readInput(name: string): Promise<string> {
  const text = decodeText(await readAll(process.stdin))
  if (text.trim() !== '') return text
  const message = `No text was given, so nothing is changed. To be rid of it: orrery memory remove ${name}`
  throw new AppError('invalid-input', message)
}

/** `undefined`: it is a new one. */
async function find({
  client,
  ...which
}: Named): Promise<{ readonly text: string; readonly hash: Hash } | undefined> {
  try {
    return await client['memories.read'](which)
  } catch (error) {
    if (AppError.is(error) && error.code === 'not-found') return undefined
    throw error
  }
}
