import { findDataFolder } from '../data-folder.ts'
import { findInstallation } from '../installation.ts'
import { type Command, readArgs, readChoice } from './command.ts'
import { runPrompt } from './run.ts'

const options = {
  json: { type: 'boolean' },
  approve: { type: 'string' },
} as const

const MODEL = 'demo:scripted'
const PROMPT = 'Explore this project: how is it built, how is it tested, and what stands out?'

export const command: Command = {
  usage: `orrery demo [OPTIONS] [FOLDER]

  FOLDER                 What the scripted agent explores (here: Orrery itself)
  --approve none|all     Reject, or approve, everything that asks (else a terminal asks you)
  --json                 One event a line, as it is logged`,
  run: (args) => {
    const positionals = { min: 0, max: 1, what: 'a folder' }
    const { values, positionals: words } = readArgs(args, { name: 'demo', options, positionals })
    return runPrompt({
      text: PROMPT,
      dataDir: findDataFolder(values['data-dir'], process.env),
      projectDir: words[0] ?? findInstallation().root,
      model: MODEL,
      approve: readChoice('--approve', values.approve, ['none', 'all']),
      limits: {},
      isJson: values.json ?? false,
    })
  },
}
