import { z } from 'zod'
import { defineTool, textOf } from '../../definition/define-tool.ts'

export const runCommand = defineTool({
  name: 'run_command',
  effect: 'execute',
  description:
    'Runs a shell command in the project’s folder, and answers with what it printed and its exit code once it has ended; 10 minutes at most. Nobody answers what it asks, so give it flags that keep it from asking. Paths in it are relative: it knows nothing of /workspace. To find or search files, take `glob` and `grep`.',
  schema: z.object({ command: z.string().min(1).describe('The command, for bash.') }),
  title: (args) => `Run ${textOf(args['command'])}`,
  // What is no text is not run, and judged as if it could be anything.
  command: ({ command }) => (typeof command === 'string' ? command : '$unreadable'),
})
