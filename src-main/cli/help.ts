import { type Command, readArgs } from './command.ts'
import { commands, findCommand } from './commands.ts'
import { EXIT, wrongUsage } from './exit.ts'

const COMMON = `Every command:
  --data-dir DIR         Where sessions are kept (also ORRERY_DATA_DIR)
  --verbose              Say more when something goes wrong`

/** `orrery help [COMMAND]`: the one command that knows the others. */
export const help: Command = {
  usage: 'orrery help [COMMAND]',
  run: async (args) => {
    const positionals = { min: 0, max: 1, what: 'a command' }
    const [name] = readArgs(args, { name: 'help', options: {}, positionals }).positionals
    console.log(name === undefined || name === 'help' ? overview() : await explain(name))
    return EXIT.ok
  },
}

function overview(): string {
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(12)}${summary}`,
  )
  lines.push(`  ${'help'.padEnd(12)}Explain a command`)
  return `Orrery: a workbench for agent sessions\n\nCommands:\n${lines.join('\n')}\n\n${COMMON}`
}

async function explain(name: string): Promise<string> {
  const found = findCommand(name)
  if (!found) throw wrongUsage(`There is no command "${name}". See: orrery help`)
  const { usage } = await found.load()
  return `${found.summary}\n\n  ${usage}\n\n${COMMON}`
}
