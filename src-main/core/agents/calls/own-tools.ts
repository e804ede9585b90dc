import { tool } from '@langchain/core/tools'
import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { inTurns } from '../../log/in-turns.ts'
import type { Media, ToolAnswer } from '../../tools/answer.ts'
import type { ToolContext } from '../../tools/context.ts'
import type { DefinedTool } from '../../tools/define.ts'
import { tools } from '../../tools/index.ts'
import { nameWithheld } from '../../tools/name-withheld.ts'
import { keepBusy, type RunContext } from '../run-context.ts'
import { type RunningCall, runningCall } from './running-call.ts'
import { contextOf } from './tool-context.ts'

/** A tool as a graph takes it. */
export type OwnTool = ReturnType<typeof toGraphTool>

/** What a graph is answered by a tool. */
type Content = string | readonly object[]

/** The tools of the registry that do their work themselves, and the question, for the agents of one run. */
export function createOwnTools(run: RunContext): readonly OwnTool[] {
  return tools.flatMap((one) => {
    // It is answered in front of the tool, and never run.
    if (one.isQuestion) return [toGraphTool(one, async () => '')]
    return one.run ? [toGraphTool(one, (args) => runTool(run, one, args))] : []
  })
}

const inputSchemas = new WeakMap<z.ZodObject, InputSchema>()
type InputSchema = ReturnType<typeof toInputSchema>

/** Converts the tools' schemas ahead of the first agent, and lets other work run in between. */
export async function prepareOwnTools(): Promise<void> {
  for await (const { schema } of inTurns(tools)) inputSchemaOf(schema)
}

/** As models are given it. Converted once: a run has dozens of tools. */
function inputSchemaOf(schema: z.ZodObject): InputSchema {
  const known = inputSchemas.get(schema) ?? toInputSchema(schema)
  inputSchemas.set(schema, known)
  return known
}

function toInputSchema(schema: z.ZodObject) {
  return z.toJSONSchema(schema, { io: 'input' })
}

/** As models are told of it. What they send is checked in front of it, by `findWrong`. */
export function toGraphTool(
  { name, description, schema }: DefinedTool,
  act: (args: Readonly<Record<string, unknown>>) => Promise<Content>,
) {
  return tool(async (args: Readonly<Record<string, unknown>>) => act(args), {
    name,
    description,
    schema: inputSchemaOf(schema),
  })
}

/** A tool whose work the machinery of agents does, as a graph takes it. */
export function bindTool<S extends z.ZodObject>(
  tool: DefinedTool<S>,
  act: (asked: z.infer<S>) => string | Promise<string>,
): OwnTool {
  return toGraphTool(tool, async (args) => act(tool.schema.parse(args)))
}

function runTool(
  run: RunContext,
  { run: act, name }: DefinedTool,
  args: Readonly<Record<string, unknown>>,
): Promise<Content> {
  return answerCall(run, name, async (context) => act?.(args, context) ?? '')
}

/** What the tool of the running call comes to, as a graph is answered it; the rest is noted. */
export async function answerCall(
  run: RunContext,
  name: string,
  act: (context: ToolContext) => Promise<ToolAnswer | string>,
): Promise<Content> {
  const call = runningCall.getStore()
  if (!call) throw new AppError('denied', `${name} is only run by a tool call.`)
  run.signal.throwIfAborted()
  const answered = await keepBusy(run, act(contextOf(run, call)))
  const own = typeof answered === 'string' ? { text: answered } : answered
  const answer = nameWithheld(own, run.env)
  note(run, call, answer)
  return toContent(answer)
}

function note({ store, sessionId }: RunContext, call: RunningCall, answer: ToolAnswer): void {
  const { display, failure, isWorkFailure, withheld, media = [] } = answer
  if (failure !== undefined) call.failure = failure
  if (isWorkFailure) call.isWorkFailure = isWorkFailure
  if (withheld) call.withheld = withheld
  if (display) call.display = display
  const image = media.find(({ mimeType }) => mimeType.startsWith('image/'))
  if (display || !image) return
  const bytes = Buffer.from(image.base64, 'base64')
  const content = { hash: store.blobs.put(sessionId, bytes), size: bytes.byteLength }
  call.display = { type: 'image', mimeType: image.mimeType, content }
}

function toContent({ text, media = [] }: ToolAnswer): Content {
  return media.length === 0 ? text : [{ type: 'text', text }, ...media.map(toBlock)]
}

function toBlock({ mimeType, base64 }: Media) {
  const type = mimeType.startsWith('image/') ? 'image' : 'file'
  return { type, mimeType, data: base64 }
}
