import { systemClock } from '../core/clock.ts'
import { hasStore } from '../core/log/open-database.ts'
import { openOwnStore } from '../core/log/own-store.ts'
import { findDataFolder } from '../data-folder.ts'
import { reportRescue } from '../report-rescue.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT } from './exit.ts'
import { formatCount } from './format.ts'
import { ownDataFolder } from './own-data-folder.ts'

export const command: Command = {
  usage: `orrery rescue

  Checks the store. If it is damaged, copies its readable data to a new store and keeps the damaged
  file under another name. Close Orrery first.`,
  run: async (args) => {
    const { values } = readArgs(args, { name: 'rescue', options: {} })
    const dataDir = findDataFolder(values['data-dir'], process.env)
    if (!hasStore(dataDir)) {
      console.log('There is no store yet.')
      return EXIT.ok
    }
    await using owned = new AsyncDisposableStack()
    owned.use(ownDataFolder(dataDir, 'rescue'))
    const options = { dataDir, clock: systemClock, isAfterCrash: true, onRescue: reportRescue() }
    const store = await openOwnStore(options, owned)
    const sessions = formatCount(store.sessions.list().length, 'session')
    console.log(store.notice ?? `The store isn’t damaged (${sessions}).`)
    return EXIT.ok
  },
}
