import { resolve } from 'node:path'
import type { HostContract } from '#shared/contract/index.ts'
import type { ContextPart, ContextPreview } from '#shared/contract/procedures/context.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { formatJson, toLine, toPrintable } from '../command-line/format-output.ts'
import { findSession } from '../host-client/find-session.ts'
import { openClient } from '../host-client/open-client.ts'

export const command = defineCommand({
  name: 'context',
  usage: ['orrery context [--project DIR | --session ID] [--agent TYPE] [--json]'],
  about: `What the next prompt is made of, of a new session or of one there is: each part with its tokens (at
most), where it is from, and what was cut or left out.`,
  table: {
    project: {
      type: 'string',
      value: 'DIR',
      help: 'The project of a new session (here: the current folder)',
    },
    session: {
      type: 'string',
      value: 'ID',
      help: 'A session, with its tools and what was said in it',
    },
    agent: { type: 'string', value: 'TYPE', help: 'A subagent type, in place of the lead' },
    json: { type: 'boolean', help: 'All of it, with the texts' },
  },
  run: async ({ values }) => {
    await using opened = await openClient(
      findDataFolder(values['data-dir'], process.env),
      'context',
    )
    const { client } = opened
    const { agent = 'lead' } = values
    const preview = await client['context.preview']({ ...(await find(client, values)), agent })
    console.log(values.json ? formatJson(preview) : toTable(preview))
    return EXIT.ok
  },
})

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
