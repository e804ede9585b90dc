import { findDataFolder } from '../../data-folder.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { findSession } from '../host-client/find-session.ts'
import { openClient } from '../host-client/open-client.ts'

export const command = defineCommand({
  name: 'stop',
  usage: ['orrery stop SESSION [--kill]'],
  about: 'Nothing new begins, and what is under way comes to its end; asked twice, it is cut off.',
  table: {
    SESSION: { help: 'Its id, the beginning of it, or last' },
    kill: { type: 'boolean', help: 'Cut it off now, with all its processes' },
  },
  positionals: { min: 1, max: 1, what: 'which session to stop' },
  run: async ({ values, positionals: words }) => {
    const [written = ''] = words
    await using opened = await openClient(findDataFolder(values['data-dir'], process.env), 'stop')
    const { client } = opened
    const { id: sessionId, isRunning } = await findSession(client, written)
    if (isRunning) await client['sessions.stop']({ sessionId, how: values.kill ? 'kill' : 'end' })
    console.log(isRunning ? 'Stopped.' : 'Nothing runs in this session.')
    return EXIT.ok
  },
})
