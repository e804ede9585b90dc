import type { CompactionAnswer } from '#shared/contract/procedures/sessions.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { formatCount, formatJson } from '../command-line/format-output.ts'
import { findSession } from '../host-client/find-session.ts'
import { openClient } from '../host-client/open-client.ts'

export const command = defineCommand({
  name: 'compact',
  usage: ['orrery compact SESSION [--json]'],
  about: `Replaces the conversation that the lead's model sees with a summary of it, except for the last two
messages. The model writes the summary, so this costs a model call. Everything stays in the log.
During a run, the conversation is compacted before the lead's next model call.`,
  table: {
    SESSION: { help: 'Its id, the beginning of it, or last' },
    json: { type: 'boolean', help: 'The result as JSON' },
  },
  positionals: { min: 1, max: 1, what: 'which session to compact' },
  run: async ({ values, positionals: words }) => {
    const [written = ''] = words
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using opened = await openClient(dataDir, 'compact')
    const { id: sessionId } = await findSession(opened.client, written)
    const answer = await opened.client['sessions.compact']({ sessionId })
    console.log(values.json ? formatJson(answer) : describe(answer))
    return EXIT.ok
  },
})

function describe(answer: CompactionAnswer): string {
  if (answer.when === 'next-call') {
    return 'A run is in progress. Its conversation is compacted before the next model call, if there is one.'
  }
  const dropped = formatCount(answer.droppedMessages, 'message')
  return `Compacted. The model now sees a summary of ${dropped}, and the last ${answer.keptMessages} as they are.`
}
