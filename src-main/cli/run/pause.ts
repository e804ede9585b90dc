import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT, isHostGone } from '../command-line/exit-codes.ts'
import { findSession } from '../host-client/find-session.ts'
import { type OpenedClient, openClient } from '../host-client/open-client.ts'

export const command = defineCommand({
  name: 'pause',
  usage: ['orrery pause SESSION'],
  about:
    'Every agent stops before its next model call, and goes on from there: orrery resume SESSION.',
  table: {
    SESSION: { help: 'Its id, the beginning of it, or last' },
  },
  positionals: { min: 1, max: 1, what: 'which session to pause' },
  run: async ({ values, positionals: words }) => {
    const [written = ''] = words
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using opened = await openClient(dataDir, 'pause')
    const before = await findSession(opened.client, written)
    const after = before.isRunning ? await pause(opened, before.id) : before
    console.log(tell(before, after))
    return EXIT.ok
  },
})

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
