import { z } from 'zod'
import { type Args, defineTool, textOf } from '../../definition/define-tool.ts'

export const MAX_BLOCK_CHARS = 8_000
export const MEMORY_FOLDER = '/memories'

export const MemoryArgs = z.object({
  action: z.enum(['list', 'read', 'append', 'replace', 'remove']),
  label: z
    .string()
    .regex(/^[\w][\w .-]{0,79}$/u, 'It must be a short name, such as “build” or “preferences”.')
    .optional()
    .describe('Names the block, by its subject, as in `build`. For all but list.'),
  content: z
    .string()
    .min(1)
    .max(MAX_BLOCK_CHARS)
    .optional()
    .describe('For append: what is added at the end. For replace: what stands there from now on.'),
  old_text: z
    .string()
    .min(1)
    .optional()
    .describe(
      'For replace: the passage that `content` takes the place of. Absent: the whole block.',
    ),
})

export type MemoryArgs = z.infer<typeof MemoryArgs>

const DOING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    read: 'Read the memory',
    append: 'Add to the memory',
    replace: 'Change the memory',
    remove: 'Remove the memory',
  }),
)

export const isMemoryRead = (action: unknown) =>
  action !== 'append' && action !== 'replace' && action !== 'remove'

export const manageCoreMemory = defineTool({
  name: 'manage_core_memory',
  effect: 'edit',
  effectFor: ({ action }) => (isMemoryRead(action) ? 'read' : 'edit'),
  description:
    'What every later session on the project knows from its first word, in blocks by subject: list them, read one, append to it, replace a passage or all of it, or remove it. For what is true beyond this task and nowhere written down: how it is built and run, what the person prefers and decided, what cost time to find out. Correct what is no longer so rather than adding to it. A block has at most 8,000 characters, all of them 32,000. No secrets. They are files below /memories/, which the person sees and edits.',
  schema: MemoryArgs,
  touches: ({ action }) =>
    isMemoryRead(action) ? { reads: [MEMORY_FOLDER] } : { changes: [MEMORY_FOLDER] },
  title: ({ action, label }) => {
    const doing = DOING.get(textOf(action))
    return doing ? `${doing} “${textOf(label)}”` : 'List the memories'
  },
  risk: ({ action }) =>
    isMemoryRead(action) ? 'Changes nothing.' : 'Changes what later sessions are told.',
  files: (args) => pathOfBlock(args) ?? [],
})

export function pathOfBlock({ label }: Args): readonly string[] | undefined {
  if (typeof label !== 'string' || !MemoryArgs.shape.label.safeParse(label).success)
    return undefined
  return [`${MEMORY_FOLDER}/${label}${/\.[a-z]+$/iu.test(label) ? '' : '.md'}`]
}
