import { Limits } from '#shared/settings/settings.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand, readChoice } from '../command-line/command.ts'
import { runPrompt } from './run.ts'

export const command = defineCommand({
  name: 'resume',
  usage: ['orrery resume SESSION [--approve none|all] [--wait-for-limits] [--json]'],
  about: `Goes on with the last run of a session, or follows the one that is on, and shows it until its end.
A run that waits until a limit ends is resumed now.`,
  table: {
    SESSION: { help: 'Its id, the beginning of it, or last' },
    approve: {
      type: 'string',
      value: 'none|all',
      help: 'Reject, or approve, everything that asks (else a terminal asks you)',
    },
    'wait-for-limits': {
      type: 'boolean',
      help: "Where the model's server says when its limit ends, wait until then",
    },
    json: { type: 'boolean', help: 'One event a line, as it is logged' },
  },
  positionals: { min: 1, max: 1, what: 'which session to go on with' },
  notes: 'Exits as orrery run does.',
  run: async ({ values, positionals: words }) => {
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
})
