import { systemClock } from '../../core/runtime/clock.ts'
import { hasStore } from '../../core/store/opening/open-database.ts'
import { openOwnStore } from '../../core/store/store.ts'
import { findDataFolder } from '../../data-folder.ts'
import { reportRescue } from '../../report-rescue.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { formatCount } from '../command-line/format-output.ts'
import { ownDataFolder } from '../host-client/own-data-folder.ts'

export const command = defineCommand({
  name: 'rescue',
  usage: ['orrery rescue'],
  about: `Checks the store. If it is damaged, copies its readable data to a new store and keeps the damaged
file under another name. Close Orrery first.`,
  run: async ({ values }) => {
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
})
