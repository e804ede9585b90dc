import { backUpStore } from '../../core/store/backup/backup.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { formatBytes } from '../command-line/format-output.ts'
import { findUnsaved } from '../host-client/unsaved.ts'

export const command = defineCommand({
  name: 'backup',
  usage: ['orrery backup FILE'],
  about: `Writes everything that is kept to one new file: sessions, files as they were, settings. Runs may go
on meanwhile. Keys of providers are not in it.`,
  positionals: { min: 1, max: 1, what: 'the file to write' },
  run: async ({ values, positionals: words }) => {
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
})
