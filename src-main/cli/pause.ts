import type { Client } from '#shared/contract/define.ts'
import type { HostContract } from '#shared/contract/index.ts'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import type { SessionId } from '#shared/ids.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT } from './exit.ts'
import { findSession } from './find-session.ts'
import { isHostGone } from './is-host-gone.ts'
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
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using opened = await openClient(dataDir, 'pause')
    const { client } = opened
    const before = await findSession(client, written)
    if (before.isRunning) await pause(client, before.id)
    const after = before.isRunning ? await lookAgain(dataDir, before.id) : before
    console.log(tell(before, after))
    return EXIT.ok
  },
}

const PAUSING = 'Pausing: what is under way comes to its end first.'

/** A host may end with the run, before it has answered. */
async function pause(client: Client<HostContract>, sessionId: SessionId): Promise<void> {
  console.error(PAUSING)
  try {
    await client['sessions.pause']({ sessionId })
  } catch (error) {
    if (!isHostGone(error)) throw error
  }
}

const LOOKS = 3

/** Asks whoever has the folder now. */
async function lookAgain(dataDir: string, sessionId: SessionId): Promise<SessionSummary> {
  for (let looks = 1; ; looks += 1) {
    try {
      await using opened = await openClient(dataDir, 'pause')
      return await findSession(opened.client, sessionId)
    } catch (error) {
      if (looks === LOOKS || !isHostGone(error)) throw error
    }
  }
}

function tell(before: SessionSummary, { id, isPaused, lastOutcome }: SessionSummary): string {
  if (isPaused) return `Paused. Go on: orrery resume ${id}`
  if (!before.isRunning) return 'There is nothing to pause: no run is on in this session.'
  return `Not paused: its run came to an end first (${lastOutcome}).`
}
