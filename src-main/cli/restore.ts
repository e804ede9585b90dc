import { systemClock } from '../core/clock.ts'
import { restoreStore } from '../core/log/backup/backup.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT } from './exit.ts'
import { ownDataFolder } from './own-data-folder.ts'

export const command: Command = {
  usage: `orrery restore FILE

  Puts a backup in the place of what is kept. Nothing is overwritten: what was there is set aside, and
  you are told where. Close Orrery first.`,
  run: async (args) => {
    const positionals = { min: 1, max: 1, what: 'the backup to bring back' }
    const { values, positionals: words } = readArgs(args, {
      name: 'restore',
      options: {},
      positionals,
    })
    const [file = ''] = words
    const dataDir = findDataFolder(values['data-dir'], process.env)
    using owned = ownDataFolder(dataDir, 'restore')
    const { isAfterCrash } = owned
    const aside = await restoreStore(dataDir, { file, at: systemClock.now(), isAfterCrash })
    console.log(aside ? `Restored. What was there is kept as ${aside}` : 'Restored.')
    return EXIT.ok
  },
}
