import type { SessionSummary } from '#shared/contract/sessions.ts'
import type { SessionId } from '#shared/ids.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT } from './exit.ts'
import { findSession } from './find-session.ts'
import { isHostGone } from './is-host-gone.ts'
import { type OpenedClient, openClient } from './open-client.ts'

export const command: Command = {
  usage: `orrery pause SESSION

  Every agent stops before its next model call, and goes on from there: orrery resume SESSION.

  SESSION                Its id, the beginning of it, or last`,
  run: async (args) => {
    const positionals = { min: 1, max: 1, what: 'which session to pause' }
    const expected = { name: 'pause', options: {}, positionals }
    const { values, positionals: words } = readArgs(args, expected)
    const [written = ''] = words
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using opened = await openClient(dataDir, 'pause')
    const before = await findSession(opened.client, written)
    const after = before.isRunning ? await pause(opened, before.id) : before
    console.log(tell(before, after))
    return EXIT.ok
  },
}

const PAUSING = 'Pausing: what is under way comes to its end first.'

async function pause(opened: OpenedClient, sessionId: SessionId): Promise<SessionSummary> {
  console.error(PAUSING)
  try {
    await opened.client['sessions.pause']({ sessionId })
  } catch (error) {
    // The run has ended with its host.
    if (!isHostGone(error)) throw error
    await opened.reconnect()
  }
  return await findSession(opened.client, sessionId)
}

function tell(before: SessionSummary, { id, isPaused, lastOutcome }: SessionSummary): string {
  if (isPaused) return `Paused. Go on: orrery resume ${id}`
  if (!before.isRunning) return 'There is nothing to pause: no run is on in this session.'
  return `Not paused: its run came to an end first (${lastOutcome}).`
}
