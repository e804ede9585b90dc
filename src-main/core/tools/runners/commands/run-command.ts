import { runCommand } from '../../catalogue/commands/run-command.ts'
import { defineRunner } from '../../context/define-runner.ts'

export const runCommandRunner = defineRunner(runCommand, {
  run: ({ command }, { commands }) => commands.run(command),
})
