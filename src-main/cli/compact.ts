import type { CompactionAnswer } from '#shared/contract/sessions.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs } from './command.ts'
import { EXIT } from './exit.ts'
import { findSession } from './find-session.ts'
import { formatCount } from './format.ts'
import { openClient } from './open-client.ts'

const options = { json: { type: 'boolean' } } as const

export const command: Command = {
  usage: `orrery compact SESSION [--json]

  Replaces the conversation that the lead's model sees with a summary of it, except for the last two
  messages. The model writes the summary, so this costs a model call. Everything stays in the log.
  During a run, the conversation is compacted before the lead's next model call.

  SESSION                Its id, the beginning of it, or last
  --json                 The result as JSON`,
  run: async (args) => {
    const positionals = { min: 1, max: 1, what: 'which session to compact' }
    const { values, positionals: words } = readArgs(args, { name: 'compact', options, positionals })
    const [written = ''] = words
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using opened = await openClient(dataDir, 'compact')
    const { id: sessionId } = await findSession(opened.client, written)
    const answer = await opened.client['sessions.compact']({ sessionId })
    console.log(values.json ? JSON.stringify(answer) : describe(answer))
    return EXIT.ok
  },
}

function describe(answer: CompactionAnswer): string {
  if (answer.when === 'next-call') {
    return 'A run is in progress. Its conversation is compacted before the next model call, if there is one.'
  }
  const dropped = formatCount(answer.droppedMessages, 'message')
  return `Compacted. The model now sees a summary of ${dropped}, and the last ${answer.keptMessages} as they are.`
}
