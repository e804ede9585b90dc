import { z } from 'zod'
import { defineTool, pathOf } from '../../definition/define-tool.ts'

export const ls = defineTool({
  name: 'ls',
  effect: 'read',
  description:
    'Lists what is directly in a folder: folders with a slash at their end, files with their size in bytes, both with the time of their last change in UTC. For what lies deeper, take `glob`.',
  schema: z.object({
    path: z
      .string()
      .default('/')
      .describe('The folder, as in /workspace/src. The top unless given.'),
  }),
  title: (args) => `List ${pathOf(args['path'])}`,
})
