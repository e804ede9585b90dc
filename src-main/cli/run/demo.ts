import { findDataFolder } from '../../data-folder.ts'
import { findInstallation } from '../../installation.ts'
import { defineCommand, readChoice } from '../command-line/command.ts'
import { runPrompt } from './run.ts'

const MODEL = 'demo:scripted'
const PROMPT = 'Explore this project: how is it built, how is it tested, and what stands out?'

export const command = defineCommand({
  name: 'demo',
  usage: ['orrery demo [OPTIONS] [FOLDER]'],
  table: {
    FOLDER: { help: 'What the scripted agent explores (here: Orrery itself)' },
    approve: {
      type: 'string',
      value: 'none|all',
      help: 'Reject, or approve, everything that asks (else a terminal asks you)',
    },
    json: { type: 'boolean', help: 'One event a line, as it is logged' },
  },
  positionals: { min: 0, max: 1, what: 'a folder' },
  run: ({ values, positionals: words }) => {
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
})
