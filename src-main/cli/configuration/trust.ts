import { resolve } from 'node:path'
import type { HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { TrustList } from '#shared/contract/procedures/trust.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatJson, toPrintable } from '../command-line/format-output.ts'
import { openClient } from '../host-client/open-client.ts'

export const command = defineCommand({
  name: 'trust',
  usage: [
    'orrery trust [--project DIR] [--json]',
    'orrery trust all | HASH... [--project DIR]',
    'orrery trust none [--project DIR]',
  ],
  about: `Programs that a project's own files name (servers, debuggers, hooks, set-up commands). None runs
before you trust it; a commit waits for the repository's hooks and programs in its git settings.
Orrery records the project's files that aren't ignored, and those that an entry names, as they
are then. If one of them changes, the next start asks again and names the files; a server that is
running is not stopped. Hooks are compared with the scripts that they name, and remote servers
with their entry alone.`,
  table: {
    HASH: { help: 'As the list shows it, or its beginning' },
    none: { help: 'Takes trust back from everything' },
    project: {
      type: 'string',
      value: 'DIR',
      help: 'The project it is about (here: the current folder)',
    },
    json: { type: 'boolean', help: 'The list as JSON' },
  },
  positionals: { min: 0, max: 100, what: 'what to trust' },
  run: async ({ values, positionals: words }) => {
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using opened = await openClient(dataDir, 'trust')
    const { client } = opened
    const path = resolve(values.project ?? '.')
    const { projectId } = await client['projects.open']({ path })
    if (words.length > 0) await change(client, projectId, words)
    const list = await client['trust.list']({ projectId })
    console.log(values.json ? formatJson(list) : toText(list))
    return EXIT.ok
  },
})

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
  const named = startables.flatMap(({ hash, file, words, isTrusted, reason }) => [
    `${isTrusted ? 'trusted ' : 'not yet '} ${hash.slice(0, HASH_CHARS)}  ${words}`,
    `          from ${file}`,
    ...(reason === undefined ? [] : [`          ${reason}`]),
  ])
  const wrong = malformed.map(({ file, error }) => `!         ${file}: ${error}`)
  const all = [...named, ...wrong]
  return toPrintable(all.length > 0 ? all.join('\n') : 'This project names nothing to start.')
}
