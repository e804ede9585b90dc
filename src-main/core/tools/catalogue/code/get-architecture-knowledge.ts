import { z } from 'zod'
import { TOPICS } from '../../../code/facts/code-facts.ts'
import { defineTool, textOf } from '../../definition/define-tool.ts'

export const getArchitectureKnowledge = defineTool({
  name: 'get_architecture_knowledge',
  effect: 'read',
  description:
    'Tells how the project is built, worked out of its code as it is now: `overview` (languages, sizes, where it begins, parts by folder and who imports whom), `patterns` (each with a confidence and its places), `call_graph` (hubs, circles of calls and of imports), `middleware`, `endpoints`, `models`, or `all`. At most 12,000 characters. It reads syntax and names: what is decided when the program runs is not in it. Ask it before you read at random, and look up what it names.',
  schema: z.object({
    topic: z.enum(TOPICS).default('overview').describe('What to tell about.'),
  }),
  title: (args) => `Look at the architecture: ${textOf(args['topic'], 'overview')}`,
})
