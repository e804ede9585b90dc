import { backUpStore } from '../core/log/backup/backup.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT } from './exit.ts'
import { formatBytes } from './format.ts'
import { findUnsaved } from './unsaved.ts'

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
