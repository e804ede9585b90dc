import { Limits } from '#shared/settings.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs, readChoice } from './command.ts'
import { runPrompt } from './run.ts'

const options = {
  approve: { type: 'string' },
  'wait-for-limits': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

export const command: Command = {
  usage: `orrery resume SESSION [--approve none|all] [--wait-for-limits] [--json]

  Goes on with the last run of a session, or follows the one that is on, and shows it until its end.
  A run that waits until a limit ends is resumed now.

  SESSION                Its id, the beginning of it, or last
  --approve none|all     Reject, or approve, everything that asks (else a terminal asks you)
  --wait-for-limits      Where the model's server says when its limit ends, wait until then
  --json                 One event a line, as it is logged

  Exits as orrery run does.`,
  run: async (args) => {
    const positionals = { min: 1, max: 1, what: 'which session to go on with' }
    const { values, positionals: words } = readArgs(args, { name: 'resume', options, positionals })
    return runPrompt({
      text: undefined,
      session: words[0],
      dataDir: findDataFolder(values['data-dir'], process.env),
      approve: readChoice('--approve', values.approve, ['none', 'all']),
      limits: Limits.parse({}),
      waitsForLimits: values['wait-for-limits'] ?? false,
      isJson: values.json ?? false,
    })
  },
}
