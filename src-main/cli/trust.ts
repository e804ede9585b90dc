import { resolve } from 'node:path'
import type { Client } from '#shared/contract/define.ts'
import type { HostContract } from '#shared/contract/index.ts'
import type { TrustList } from '#shared/contract/trust.ts'
import type { ProjectId } from '#shared/ids.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT, wrongUsage } from './exit.ts'
import { toPrintable } from './format.ts'
import { openClient } from './open-client.ts'

const options = { project: { type: 'string' }, json: { type: 'boolean' } } as const

export const command: Command = {
  usage: `orrery trust [--project DIR] [--json]
  orrery trust all | HASH... [--project DIR]
  orrery trust none [--project DIR]

  What a project's own files would have started (servers, debuggers, hooks): nothing of it runs
  before you trust it, nor after it has changed.

  HASH                   As the list shows it, or its beginning
  none                   Takes trust back from everything
  --project DIR          The project it is about (here: the current folder)
  --json                 The list as JSON`,
  run: async (args) => {
    const positionals = { min: 0, max: 100, what: 'what to trust' }
    const { values, positionals: words } = readArgs(args, { name: 'trust', options, positionals })
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using opened = await openClient(dataDir, 'trust')
    const { client } = opened
    const path = resolve(values.project ?? '.')
    const { projectId } = await client['projects.open']({ path })
    if (words.length > 0) await change(client, projectId, words)
    const list = await client['trust.list']({ projectId })
    console.log(values.json ? JSON.stringify(list) : toText(list))
    return EXIT.ok
  },
}

/** Trusts everything that the files of a project name now. */
export async function trustAll(client: Client<HostContract>, projectId: ProjectId): Promise<void> {
  const { startables } = await client['trust.list']({ projectId })
  const hashes = startables.map(({ hash }) => hash)
  if (hashes.length > 0) await client['trust.grant']({ projectId, hashes })
}

async function change(
  client: Client<HostContract>,
  projectId: ProjectId,
  words: readonly string[],
): Promise<void> {
  const [first] = words
  if (first === 'all') return trustAll(client, projectId)
  if (first === 'none') {
    await client['trust.withdraw']({ projectId })
    return
  }
  const { startables } = await client['trust.list']({ projectId })
  const hashes = words.map((word) => {
    const found = startables.filter(({ hash }) => hash.startsWith(word))
    if (found.length === 1 && found[0]) return found[0].hash
    throw wrongUsage(`"${word}" names nothing, or several things, here. See: orrery trust`)
  })
  await client['trust.grant']({ projectId, hashes })
}

const HASH_CHARS = 12

function toText({ startables, malformed }: TrustList): string {
  const named = startables.flatMap(({ hash, file, words, isTrusted }) => [
    `${isTrusted ? 'trusted ' : 'not yet '} ${hash.slice(0, HASH_CHARS)}  ${words}`,
    `          from ${file}`,
  ])
  const wrong = malformed.map(({ file, error }) => `!         ${file}: ${error}`)
  const all = [...named, ...wrong]
  return toPrintable(all.length > 0 ? all.join('\n') : 'This project names nothing to start.')
}
