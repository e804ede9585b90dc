import { resolve } from 'node:path'
import type { ContextPart, ContextPreview } from '#shared/contract/context.ts'
import type { Client } from '#shared/contract/define.ts'
import type { HostContract } from '#shared/contract/index.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT } from './exit.ts'
import { findSession } from './find-session.ts'
import { toLine, toPrintable } from './format.ts'
import { openClient } from './open-client.ts'

const options = {
  project: { type: 'string' },
  session: { type: 'string' },
  agent: { type: 'string' },
  json: { type: 'boolean' },
} as const

export const command: Command = {
  usage: `orrery context [--project DIR | --session ID] [--agent TYPE] [--json]

  What the next prompt is made of, of a new session or of one there is: each part with its tokens (at
  most), where it is from, and what was cut or left out.

  --project DIR          The project of a new session (here: the current folder)
  --session ID           A session, with its tools and what was said in it
  --agent TYPE           A subagent type, in place of the lead
  --json                 All of it, with the texts`,
  run: async (args) => {
    const { values } = readArgs(args, { name: 'context', options })
    await using opened = await openClient(
      findDataFolder(values['data-dir'], process.env),
      'context',
    )
    const { client } = opened
    const { agent = 'lead' } = values
    const preview = await client['context.preview']({ ...(await find(client, values)), agent })
    console.log(values.json ? JSON.stringify(preview) : toTable(preview))
    return EXIT.ok
  },
}

interface Asked {
  readonly session?: string | undefined
  readonly project?: string | undefined
}

async function find(client: Client<HostContract>, { session, project }: Asked) {
  if (session !== undefined) return { sessionId: (await findSession(client, session)).id }
  const { projectId } = await client['projects.open']({ path: resolve(project ?? '.') })
  return { projectId }
}

const NUMBER = 9
const KIND = 14

function toTable({ parts, tokens }: ContextPreview): string {
  const rows = parts.flatMap(toRows)
  const onTop = tellOnTop(new Set(parts.map(({ kind }) => kind)))
  const total = `${count(tokens)}  in all, at most${onTop}`
  return toPrintable([...rows, total].join('\n'))
}

function tellOnTop(kinds: ReadonlySet<ContextPart['kind']>): string {
  if (kinds.has('conversation')) return ''
  return kinds.has('tools') ? '; what is said comes on top' : '; tools and what is said come on top'
}

function toRows({ kind, title, source, tokens, notes, error }: ContextPart): readonly string[] {
  const where = source === undefined || source.endsWith(title) ? '' : `  ${source}`
  const row = `${count(tokens)}  ${kind.padEnd(KIND)}${toLine(title, 60)}${where}`
  const said = error === undefined ? notes : [`Left out: ${error}`, ...notes]
  return [row, ...said.map((one) => `${' '.repeat(NUMBER + KIND + 2)}! ${one}`)]
}

function count(tokens: number): string {
  return tokens.toLocaleString('en').padStart(NUMBER)
}
