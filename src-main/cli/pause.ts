import type { SessionSummary } from '#shared/contract/sessions.ts'
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
    const before = await findSession(client, written)
    const { id: sessionId } = before
    if (before.isRunning) {
      console.error(PAUSING)
      await client['sessions.pause']({ sessionId })
    }
    console.log(tell(before, await findSession(client, sessionId)))
    return EXIT.ok
  },
}

const PAUSING = 'Pausing: what is under way comes to its end first.'

function tell(before: SessionSummary, { id, isPaused, lastOutcome }: SessionSummary): string {
  if (isPaused) return `Paused. Go on: orrery resume ${id}`
  if (!before.isRunning) return 'There is nothing to pause: no run is on in this session.'
  return `Not paused: its run came to an end first (${lastOutcome}).`
}
