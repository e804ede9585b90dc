import { z } from 'zod'
import { defineTool, textOf } from '../../definition/define-tool.ts'

export const standupIntelligence = defineTool({
  name: 'standup_intelligence',
  effect: 'read',
  description:
    'Tells what changed in the project since when, and by whom: commits by person on all branches that are here, where they were, what is not committed, and what Orrery’s own sessions of the project did (runs and how they ended, cost, changed files). Says what it does not know. For a report on recent work, a changelog, or to see what happened before you begin.',
  schema: z.object({
    since: z
      .string()
      .max(100)
      .optional()
      .describe('As in 2026-11-20, yesterday, or 3 days ago. The last working day unless given.'),
    author: z.string().min(1).max(200).optional().describe('A part of a name or address.'),
  }),
  title: ({ since, author }) => {
    const by = typeof author === 'string' ? ` by ${textOf(author)}` : ''
    return `Look up what changed${by} since ${textOf(since, 'the last working day')}`
  },
})
