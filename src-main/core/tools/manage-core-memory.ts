import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { getText } from '../workspace/text-format.ts'
import type { ToolAnswer } from './answer.ts'
import type { ToolContext } from './context.ts'
import { type Args, defineTool, textOf } from './define.ts'
import { displayOf } from './diff.ts'

/** As much as later sessions are told of one block, and of all together. */
const MAX_BLOCK = 8_000
const MAX_ALL = 32_000

const FOLDER = '/memories'

const Memory = z.object({
  action: z.enum(['list', 'read', 'append', 'replace', 'remove']),
  label: z
    .string()
    .regex(/^[\w][\w .-]{0,79}$/u, 'It must be a short name, such as “build” or “preferences”.')
    .optional()
    .describe('Names the block, by its subject, as in `build`. For all but list.'),
  content: z
    .string()
    .min(1)
    .max(MAX_BLOCK)
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
type Memory = z.infer<typeof Memory>

const DOING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    read: 'Read the memory',
    append: 'Add to the memory',
    replace: 'Change the memory',
    remove: 'Remove the memory',
  }),
)

const isReading = (action: unknown) =>
  action !== 'append' && action !== 'replace' && action !== 'remove'

export const manageCoreMemory = defineTool({
  name: 'manage_core_memory',
  effect: 'edit',
  effectFor: ({ action }) => (isReading(action) ? 'read' : 'edit'),
  description:
    'What every later session on the project knows from its first word, in blocks by subject: list them, read one, append to it, replace a passage or all of it, or remove it. For what is true beyond this task and nowhere written down: how it is built and run, what the person prefers and decided, what cost time to find out. Correct what is no longer so rather than adding to it. A block has at most 8,000 characters, all of them 32,000. No secrets. They are files below /memories/, which the person sees and edits.',
  schema: Memory,
  touches: ({ action }) => (isReading(action) ? { reads: [FOLDER] } : { changes: [FOLDER] }),
  title: ({ action, label }) => {
    const doing = DOING.get(textOf(action))
    return doing ? `${doing} “${textOf(label)}”` : 'List the memories'
  },
  risk: ({ action }) =>
    isReading(action) ? 'Changes nothing.' : 'Changes what later sessions are told.',
  files: (args) => pathOfBlock(args) ?? [],
  target: (args) => (isReading(args['action']) ? undefined : pathOfBlock(args)?.[0]),
  preview: (args, before) => {
    const parsed = Memory.safeParse(args).data
    return parsed && toNext(parsed, before)
  },
  run: async (args, context) => {
    if (args.action === 'list') return await list(context)
    const path = getPath(args)
    switch (args.action) {
      case 'read':
        return await read(path, context)
      case 'remove': {
        const { workspace, source, seen } = context
        const verify = () => seen.refuseChanged(path, 'delete')
        const written = await workspace.remove(path, { ...source, verify })
        for (const one of written) await seen.noteWritten(one)
        return { text: `Removed the memory ${path}.`, ...displayOf(written) }
      }
      default:
        return await change(path, args, context)
    }
  },
})

function pathOfBlock({ label }: Args): readonly string[] | undefined {
  if (typeof label !== 'string' || !Memory.shape.label.safeParse(label).success) return undefined
  return [`${FOLDER}/${label}${/\.[a-z]+$/iu.test(label) ? '' : '.md'}`]
}

function getPath(args: Memory): string {
  const [path] = pathOfBlock(args) ?? []
  if (path !== undefined) return path
  throw new AppError('invalid-input', `Say the \`label\` of the block to ${args.action}.`)
}

/** What a block holds after the call; `undefined`: the call fails. */
function toNext({ action, content, old_text: old }: Memory, before: string | undefined) {
  if (content === undefined || isReading(action) || action === 'remove') return undefined
  if (action === 'append') return before ? `${before.trimEnd()}\n${content}\n` : `${content}\n`
  if (old === undefined) return `${content}\n`
  const parts = before?.split(old) ?? []
  return parts.length === 2 ? parts.join(content) : undefined
}

async function change(path: string, args: Memory, context: ToolContext): Promise<ToolAnswer> {
  const { workspace, seen } = context
  if (args.content === undefined) {
    throw new AppError('invalid-input', `Say the \`content\` to ${args.action}.`)
  }
  const others = await sizeOfOthers(path, context)
  const next = (before: string | undefined) => checkSize(path, others, getNext(path, args, before))
  const isThere = (await workspace.stat(path)) !== undefined
  const isWhole = args.action === 'replace' && args.old_text === undefined
  // Memories are part of the prompt: a block counts as seen unless its agent knows another content.
  const verify = async () => (isWhole ? seen.refuseChanged(path, 'write') : undefined)
  const source = { ...context.source, verify }
  const written = isThere
    ? await workspace.edit(path, next, source)
    : await workspace.write(path, next(undefined), source)
  await (isWhole || !isThere ? seen.noteWritten(written) : seen.noteAdjusted(written))
  const text = `${path} is written down: ${written.after?.size ?? 0} bytes. Later sessions know it from their first word.`
  return { text, ...displayOf([written]) }
}

function getNext(path: string, args: Memory, before: string | undefined): string {
  const next = toNext(args, before)
  if (next !== undefined) return next
  if (before === undefined) throw new AppError('not-found', `There is no ${path} to replace in.`)
  const times = before.split(args.old_text ?? '').length - 1
  const where = times === 0 ? 'is not in it' : `is in it ${times} times: name more around it`
  throw new AppError('invalid-input', `\`old_text\` ${where}. Read ${path} first.`)
}

function checkSize(path: string, others: number, text: string): string {
  if (text.length > MAX_BLOCK) {
    throw tooLong(
      `${path} would have ${text.length} characters, and a block has at most ${MAX_BLOCK}`,
    )
  }
  if (others + text.length > MAX_ALL) {
    throw tooLong(
      `All memories together would have ${others + text.length} characters, and at most ${MAX_ALL} are told`,
    )
  }
  return text
}

function tooLong(what: string): AppError {
  return new AppError('limit', `${what}. Make it shorter, or remove what nobody needs any more.`)
}

async function sizeOfOthers(path: string, { workspace }: ToolContext): Promise<number> {
  const files = await workspace.list(FOLDER)
  return files.filter((one) => one.path !== path).reduce((sum, { size }) => sum + size, 0)
}

async function list({ workspace }: ToolContext): Promise<ToolAnswer> {
  const files = (await workspace.list(FOLDER)).filter(({ isFolder }) => !isFolder)
  const lines = files.map(({ path, size }) => `${path.slice(FOLDER.length + 1)}: ${size} bytes`)
  const text = lines.length === 0 ? 'There are no memories yet.' : lines.join('\n')
  return { text, display: { type: 'list', items: lines.length } }
}

async function read(path: string, { workspace, seen }: ToolContext): Promise<ToolAnswer> {
  const file = await workspace.readBytes(path)
  const { text } = await getText(file.bytes, path)
  seen.noteRead(path, file)
  return { text, display: { type: 'text', lines: text.split('\n').length } }
}
