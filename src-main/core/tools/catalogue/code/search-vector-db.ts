import { z } from 'zod'
import { defineTool, pathOf, textOf } from '../../definition/define-tool.ts'
import { ALL_FILES } from '../../definition/touches.ts'

export const searchVectorDb = defineTool({
  name: 'search_vector_db',
  effect: 'read',
  description:
    'Finds the places in the project that a question is about, the best first: take it where you know what something does but not what it is called. By words always (parts of names count: `getUserId` is found by "user id"), and by meaning where the person has chosen an embedding model; the answer says which. Answers with path, lines and the part that fits. Hidden, ignored, binary files and those over 1 MB are left out. For an exact name or text, `grep` is better.',
  schema: z.object({
    query: z
      .string()
      .min(1)
      .max(1000)
      .describe('What you look for, in words: what it does, not only its name.'),
    path: z.string().optional().describe('Only below this folder, as in /workspace/src.'),
    limit: z.int().min(1).max(30).default(8),
  }),
  touches: () => ({ reads: [ALL_FILES] }),
  title: (args) => {
    const where = args['path'] === undefined ? '' : ` in ${pathOf(args['path'])}`
    return `Search for what is about "${textOf(args['query'])}"${where}`
  },
})
