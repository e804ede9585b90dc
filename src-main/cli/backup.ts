import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import { AppError } from '#shared/error.ts'
import { backUpStore } from '../core/log/backup/backup.ts'
import { findOwner } from '../core/log/owner-lock.ts'
import { findDataFolder } from '../data-folder.ts'
import { dialLocally } from '../transports/local-server.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT } from './exit.ts'
import { formatBytes } from './format.ts'

export const command: Command = {
  usage: `orrery backup FILE

  Writes everything that is kept to one new file: sessions, files as they were, settings. Runs may go
  on meanwhile. Keys of providers are not in it.`,
  run: async (args) => {
    const positionals = { min: 1, max: 1, what: 'the file to write' }
    const { values, positionals: words } = readArgs(args, {
      name: 'backup',
      options: {},
      positionals,
    })
    const [file = ''] = words
    const dataDir = findDataFolder(values['data-dir'], process.env)
    const before = await findUnsaved(dataDir)
    const bytes = await backUpStore(dataDir, file)
    console.log(`${file}: ${formatBytes(bytes)}, checked. Keys of providers are not in it.`)
    const unsaved = before ?? (await findUnsaved(dataDir))
    if (unsaved === undefined) return EXIT.ok
    console.error(`It lacks what is not on the disk yet; make another once it is. ${unsaved}`)
    return EXIT.failed
  },
}

const OWNER_WITHIN_MS = 3000

/** What the owner of a data folder, if there is one that answers, says of what it could not save. */
async function findUnsaved(dataDir: string): Promise<string | undefined> {
  const owner = findOwner(dataDir)
  if (!owner) return undefined
  try {
    using channel = await dialLocally(owner.socket, OWNER_WITHIN_MS)
    return (await connectClient(channel, contract)['host.describe']({})).unsaved
  } catch (error) {
    // Only its note is left, or it hangs: what is on the disk is all that can be had.
    if (AppError.is(error) && error.code === 'unavailable') return undefined
    throw error
  }
}
