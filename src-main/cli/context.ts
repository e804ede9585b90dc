import { resolve } from 'node:path'
import type { ContextPart, ContextPreview } from '#shared/contract/context.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT } from './exit.ts'
import { toLine, toPrintable } from './format.ts'
import { openClient } from './open-client.ts'

const options = {
  project: { type: 'string' },
  agent: { type: 'string' },
  json: { type: 'boolean' },
} as const

export const command: Command = {
  usage: `orrery context [--project DIR] [--agent TYPE] [--json]

  What the next prompt of a new session is made of: each part with its tokens (at most), where it is
  from, and what was cut or left out. Tools and what is said come on top.

  --project DIR          The project it is about (here: the current folder)
  --agent TYPE           A subagent type, in place of the lead
  --json                 All of it, with the texts`,
  run: async (args) => {
    const { values } = readArgs(args, { name: 'context', options })
    await using opened = await openClient(
      findDataFolder(values['data-dir'], process.env),
      'context',
    )
    const { client } = opened
    const path = resolve(values.project ?? '.')
    const { projectId } = await client['projects.open']({ path })
    const preview = await client['context.preview']({ projectId, agent: values.agent ?? 'lead' })
    console.log(values.json ? JSON.stringify(preview) : toTable(preview))
    return EXIT.ok
  },
}

const NUMBER = 9
const KIND = 14

function toTable({ parts, tokens }: ContextPreview): string {
  const rows = parts.flatMap(toRows)
  const total = `${count(tokens)}  in all, at most; tools and what is said come on top`
  return toPrintable([...rows, total].join('\n'))
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
