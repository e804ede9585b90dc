import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT } from './exit.ts'
import { findSession } from './find-session.ts'
import { openClient } from './open-client.ts'

export const command: Command = {
  usage: `orrery pause SESSION

  Every agent stops before its next model call, and goes on from there: orrery resume SESSION.

  SESSION                Its id, the beginning of it, or last`,
  run: async (args) => {
    const positionals = { min: 1, max: 1, what: 'which session to pause' }
    const expected = { name: 'pause', options: {}, positionals }
    const { values, positionals: words } = readArgs(args, expected)
    const [written = ''] = words
    await using opened = await openClient(findDataFolder(values['data-dir'], process.env), 'pause')
    const { client } = opened
    const { id: sessionId } = await findSession(client, written)
    await client['sessions.pause']({ sessionId })
    const { isPaused } = await findSession(client, sessionId)
    console.log(isPaused ? `Paused. Go on: orrery resume ${sessionId}` : NOT_PAUSED)
    return EXIT.ok
  },
}

const NOT_PAUSED = 'There is nothing to pause: no run is on in this session.'
