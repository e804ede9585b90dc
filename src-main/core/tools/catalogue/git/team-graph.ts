import { z } from 'zod'
import { defineTool, pathOf, textOf } from '../../definition/define-tool.ts'
import { ALL_FILES } from '../../definition/touches.ts'

export const teamGraph = defineTool({
  name: 'team_graph',
  effect: 'read',
  description:
    'Tells who knows what, from git: for the project, a folder, a file or a topic, the people and their shares (commits, newer ones counting more, and lines that still stand), when it was last touched, the bus factor, and which files change together. Programs are left out. To find whom to ask, what only one person knows, or what belongs together.',
  schema: z.object({
    path: z
      .string()
      .min(1)
      .optional()
      .describe('A folder or file, as in /workspace/src. The whole project unless given.'),
    topic: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Only what has this in its path, or in the subject of its commit.'),
  }),
  touches: () => ({ reads: [ALL_FILES] }),
  title: ({ path, topic }) => {
    const about = typeof topic === 'string' ? ` of ${textOf(topic)}` : ''
    return `Look up who knows ${path === undefined ? 'the project' : pathOf(path)}${about}`
  },
})
