import { z } from 'zod'
import { defineTool, pathOf, textOf } from '../../definition/define-tool.ts'

export const runTests = defineTool({
  name: 'run_tests',
  effect: 'execute',
  description:
    'Runs the project’s tests and answers how many passed, failed and were skipped, with place and message of the first 20 that failed. The runner is found by what is in the project (Vitest, Jest, Mocha, node:test, pytest, go test, cargo, Maven, Gradle, or the test script of package.json); 10 minutes at most. For other runners, give the `command`.',
  schema: z.object({
    path: z
      .string()
      .optional()
      .describe('Only tests in this file or folder, as in /workspace/src. All unless given.'),
    filter: z.string().min(1).optional().describe('Only tests whose names hold this.'),
    command: z
      .string()
      .min(1)
      .optional()
      .describe('What to run in place of the runner that is found. Leave it out at first.'),
  }),
  title: ({ path, filter }) => {
    const where = path === undefined ? '' : ` in ${pathOf(path)}`
    const which = filter === undefined ? '' : ` of “${textOf(filter)}”`
    return `Run the tests${which}${where}`
  },
  // Before the runner is found nobody knows what would be run.
  command: ({ command }) => (typeof command === 'string' ? command : '$unknown'),
})
