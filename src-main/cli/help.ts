import { defineCommand } from './command-line/command.ts'
import { EXIT } from './command-line/exit-codes.ts'
import { commands, findCommand, noSuchCommand } from './commands.ts'

const COMMON = `Every command:
  --data-dir DIR         Where sessions are kept (also ORRERY_DATA_DIR)
  --verbose              Say more when something goes wrong`

const BEGINNING = `Orrery: a workbench for agent sessions

  orrery COMMAND [OPTIONS]      orrery help COMMAND tells what it takes

To begin with:
  orrery demo                   Watch the built-in demo agent
  orrery serve                  Open the workbench in your browser
  orrery run "Say what to do"   Let an agent work on the current folder`

/** `orrery help [COMMAND]`: the one command that knows the others. */
export const help = defineCommand({
  name: 'help',
  usage: ['orrery help [COMMAND]'],
  positionals: { min: 0, max: 1, what: 'a command' },
  run: async ({ positionals: [name] }) => {
    console.log(name === undefined || name === 'help' ? overview() : await explain(name))
    return EXIT.ok
  },
})

function overview(): string {
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(12)}${summary}`,
  )
  lines.push(`  ${'help'.padEnd(12)}Explain a command`)
  return `${BEGINNING}\n\nCommands:\n${lines.join('\n')}\n\n${COMMON}`
}

async function explain(name: string): Promise<string> {
  const found = findCommand(name)
  if (!found) throw noSuchCommand(name)
  const { usage } = await found.load()
  return `${found.summary}\n\n  ${usage}\n\n${COMMON}`
}
