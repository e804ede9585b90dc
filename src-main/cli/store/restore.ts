import { systemClock } from '../../core/runtime/clock.ts'
import { restrictSessions } from '../../core/sessions/restrict-sessions.ts'
import { type Grants, restoreStore } from '../../core/store/backup/backup.ts'
import { openStore } from '../../core/store/store.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { toPrintable } from '../command-line/format-output.ts'
import { ownDataFolder } from '../host-client/own-data-folder.ts'

export const command = defineCommand({
  name: 'restore',
  usage: ['orrery restore FILE [--with-permissions]'],
  about: `Puts a backup in the place of what is kept. Nothing is overwritten: what was there is set aside, and
you are told where. Close Orrery first.`,
  table: {
    'with-permissions': {
      type: 'boolean',
      help: 'Also take over what the backup lets agents and projects do: permissions, trust, MCP servers, allowed variables, the profile, addresses and programs. They are listed either way',
    },
  },
  positionals: { min: 1, max: 1, what: 'the backup to bring back' },
  run: async ({ values, positionals: words }) => {
    const [file = ''] = words
    const dataDir = findDataFolder(values['data-dir'], process.env)
    using owned = ownDataFolder(dataDir, 'restore')
    const { isAfterCrash } = owned
    const withGrants = values['with-permissions'] ?? false
    const restoring = { file, at: systemClock.now(), isAfterCrash, withGrants }
    const { aside, grants } = await restoreStore(dataDir, restoring)
    console.log(aside ? `Restored. What was there is kept as ${aside}` : 'Restored.')
    const restricted = withGrants ? 0 : await restrict(dataDir)
    const lines = listGrants(grants, restricted)
    if (lines.length > 0) console.log(toPrintable([introduce(withGrants), ...lines].join('\n')))
    return EXIT.ok
  },
})

/** In the restored store, whose sessions' logs say what each of them permits. */
async function restrict(dataDir: string): Promise<number> {
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
  return await restrictSessions(store)
}

function introduce(withGrants: boolean): string {
  return withGrants
    ? 'From now on, this holds as the backup has it:'
    : 'This was left out, so that you are asked again. --with-permissions takes it over:'
}

function listGrants(grants: Grants, restricted: number): readonly string[] {
  const { permissions, trusted, mcpServers, variables, settings } = grants
  return [
    ...permissions.map((one) => `  permission: ${one}`),
    ...(trusted > 0 ? [`  trust: ${count(trusted, 'entry', 'entries')} of projects' files`] : []),
    ...mcpServers.map((one) => `  MCP server: ${one}`),
    ...variables.map((one) => `  variable: ${one}`),
    ...settings.map((one) => `  setting: ${one}`),
    ...(restricted > 0 ? [`  profile or permissions of ${count(restricted, 'session')}`] : []),
  ]
}

function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}
