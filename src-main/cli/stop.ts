import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT } from './exit.ts'
import { findSession } from './find-session.ts'
import { openClient } from './open-client.ts'

const options = { kill: { type: 'boolean' } } as const

export const command: Command = {
  usage: `orrery stop SESSION [--kill]

  Nothing new begins, and what is under way comes to its end; asked twice, it is cut off.

  SESSION                Its id, the beginning of it, or last
  --kill                 Cut it off now, with all its processes`,
  run: async (args) => {
    const positionals = { min: 1, max: 1, what: 'which session to stop' }
    const { values, positionals: words } = readArgs(args, { name: 'stop', options, positionals })
    const [written = ''] = words
    await using opened = await openClient(findDataFolder(values['data-dir'], process.env), 'stop')
    const { client } = opened
    const { id: sessionId, isRunning } = await findSession(client, written)
    if (isRunning) await client['sessions.stop']({ sessionId, how: values.kill ? 'kill' : 'end' })
    console.log(isRunning ? 'Stopped.' : 'Nothing runs in this session.')
    return EXIT.ok
  },
}
