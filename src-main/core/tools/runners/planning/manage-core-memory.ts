import { AppError } from '#shared/lib/app-error.ts'
import { getText } from '../../../workspace/files/text-format.ts'
import type { ToolAnswer } from '../../answers/tool-answer.ts'
import {
  isMemoryRead,
  MAX_BLOCK_CHARS,
  MEMORY_FOLDER,
  MemoryArgs,
  manageCoreMemory,
  pathOfBlock,
} from '../../catalogue/planning/manage-core-memory.ts'
import { defineRunner } from '../../context/define-runner.ts'
import type { ToolContext } from '../../context/tool-context.ts'
import { displayOf } from '../files/report-edits.ts'

const MAX_ALL = 32_000

export const manageCoreMemoryRunner = defineRunner(manageCoreMemory, {
  target: (args) => (isMemoryRead(args['action']) ? undefined : pathOfBlock(args)?.[0]),
  preview: (args, before) => {
    const parsed = MemoryArgs.safeParse(args).data
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

function getPath(args: MemoryArgs): string {
  const [path] = pathOfBlock(args) ?? []
  if (path !== undefined) return path
  throw new AppError('invalid-input', `Say the \`label\` of the block to ${args.action}.`)
}

/** What a block holds after the call; `undefined`: the call fails. */
function toNext({ action, content, old_text: old }: MemoryArgs, before: string | undefined) {
  if (content === undefined || isMemoryRead(action) || action === 'remove') return undefined
  if (action === 'append') return before ? `${before.trimEnd()}\n${content}\n` : `${content}\n`
  if (old === undefined) return `${content}\n`
  const parts = before?.split(old) ?? []
  return parts.length === 2 ? parts.join(content) : undefined
}

async function change(path: string, args: MemoryArgs, context: ToolContext): Promise<ToolAnswer> {
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

function getNext(path: string, args: MemoryArgs, before: string | undefined): string {
  const next = toNext(args, before)
  if (next !== undefined) return next
  if (before === undefined) throw new AppError('not-found', `There is no ${path} to replace in.`)
  const times = before.split(args.old_text ?? '').length - 1
  const where = times === 0 ? 'is not in it' : `is in it ${times} times: name more around it`
  throw new AppError('invalid-input', `\`old_text\` ${where}. Read ${path} first.`)
}

function checkSize(path: string, others: number, text: string): string {
  if (text.length > MAX_BLOCK_CHARS) {
    throw tooLong(
      `${path} would have ${text.length} characters, and a block has at most ${MAX_BLOCK_CHARS}`,
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
  const files = await workspace.list(MEMORY_FOLDER)
  return files.filter((one) => one.path !== path).reduce((sum, { size }) => sum + size, 0)
}

async function list({ workspace }: ToolContext): Promise<ToolAnswer> {
  const files = (await workspace.list(MEMORY_FOLDER)).filter(({ isFolder }) => !isFolder)
  const lines = files.map(
    ({ path, size }) => `${path.slice(MEMORY_FOLDER.length + 1)}: ${size} bytes`,
  )
  const text = lines.length === 0 ? 'There are no memories yet.' : lines.join('\n')
  return { text, display: { type: 'list', items: lines.length } }
}

async function read(path: string, { workspace, seen }: ToolContext): Promise<ToolAnswer> {
  const file = await workspace.readBytes(path)
  const { text } = await getText(file.bytes, path)
  seen.noteRead(path, file)
  return { text, display: { type: 'text', lines: text.split('\n').length } }
}
