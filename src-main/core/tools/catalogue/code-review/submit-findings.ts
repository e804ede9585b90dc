import { z } from 'zod'
import { defineTool } from '../../definition/define-tool.ts'
import { countTold, ToldFinding } from './finding-schema.ts'

const MOST = 100

/** How a reviewer ends. The machinery of agents takes what it tells. */
export const submitFindings = defineTool({
  name: 'submit_findings',
  effect: 'read',
  description:
    'Tells what you found, all at once, and ends your work: it is taken once. Only this reaches anybody. With an empty list where there is nothing to say against what you read.',
  schema: z.object({
    summary: z
      .string()
      .trim()
      .min(1)
      .max(2_000)
      .describe(
        'In a few sentences: what you read, what you make of it, and what you left unread.',
      ),
    findings: z.array(ToldFinding).max(MOST),
  }),
  touches: () => ({ changes: ['review'] }),
  title: (args) => `Tell ${countTold(args['findings'], 'finding')}`,
})
