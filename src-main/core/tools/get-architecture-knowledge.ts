import { z } from 'zod'
import { TOPICS } from '../code/knowledge/topics.ts'
import { notesOf } from './code-notes.ts'
import { defineTool, linesOf, textOf } from './define.ts'

export const getArchitectureKnowledge = defineTool({
  name: 'get_architecture_knowledge',
  effect: 'read',
  description:
    'Tells how the project is built, worked out of its code as it is now: `overview` (languages, sizes, where it begins, parts by folder and who imports whom), `patterns` (each with a confidence and its places), `call_graph` (hubs, circles of calls and of imports), `middleware`, `endpoints`, `models`, or `all`. At most 12,000 characters. It reads syntax and names: what is decided when the program runs is not in it. Ask it before you read at random, and look up what it names.',
  schema: z.object({
    topic: z.enum(TOPICS).default('overview').describe('What to tell about.'),
  }),
  title: (args) => `Look at the architecture: ${textOf(args['topic'], 'overview')}`,
  run: async ({ topic }, { code, workspace, signal }) => {
    const { text, progress } = await code.describe({ root: workspace.root, topic, signal })
    const known = text === '' ? NOTHING : text
    const whole = [known, ...notesOf(progress)].join('\n')
    return { text: whole, display: { type: 'text', lines: linesOf(text).length } }
  },
})

const NOTHING =
  'There is nothing yet: the project has no code in a language that is known, as far as search sees its files.'
