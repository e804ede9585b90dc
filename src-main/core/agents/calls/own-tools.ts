import { tool } from '@langchain/core/tools'
import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import type { AgentEnvironment } from '../../processes/agent-environment.ts'
import { inTurns } from '../../runtime/yield-in-slices.ts'
import type { Media, ToolAnswer } from '../../tools/answers/tool-answer.ts'
import { tools } from '../../tools/catalogue/index.ts'
import type { Runner } from '../../tools/context/define-runner.ts'
import type { ToolContext } from '../../tools/context/tool-context.ts'
import type { CatalogueEntry } from '../../tools/definition/define-tool.ts'
import { findRunner } from '../../tools/runners/index.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { SessionStore } from '../context/session-store.ts'
import { keepBusy, type RunPace } from '../limits/run-pace.ts'
import { type RunningCall, runningCall } from './running-call.ts'
import { contextOf, type ToolRunContext } from './tool-context.ts'

/** Parts of a run that our own tools and those of MCP servers use. */
export interface OwnToolContext
  extends ToolRunContext,
    Pick<RunIdentity, 'env'>,
    Pick<RunPace, 'busy'> {}

/** A tool as a graph takes it. */
export type OwnTool = ReturnType<typeof toGraphTool>

/** What a graph is answered by a tool. */
type Content = string | readonly object[]

/** Creates the tools that have runners, and the question, for the agents of one run. */
export function createOwnTools(run: OwnToolContext): readonly OwnTool[] {
  return tools.flatMap((one) => {
    // It is answered in front of the tool, and never run.
    if (one.isQuestion) return [toGraphTool(one, async () => '')]
    const runner = findRunner(one.name)
    return runner ? [toGraphTool(one, (args) => runTool(run, runner, args))] : []
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
function toGraphTool(
  { name, description, schema }: CatalogueEntry,
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
  tool: CatalogueEntry<S>,
  act: (asked: z.infer<S>) => string | Promise<string>,
): OwnTool {
  return toGraphTool(tool, async (args) => act(tool.schema.parse(args)))
}

function runTool(
  run: OwnToolContext,
  runner: Runner,
  args: Readonly<Record<string, unknown>>,
): Promise<Content> {
  return answerCall(run, runner.tool.name, (context) => runner.run(args, context))
}

/** What the tool of the running call comes to, as a graph is answered it; the rest is noted. */
export async function answerCall(
  run: OwnToolContext,
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

function note({ store, sessionId }: SessionStore, call: RunningCall, answer: ToolAnswer): void {
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

/** Adds the withheld variables that a failed command's output names: their absence may be why it failed. */
function nameWithheld(
  answer: ToolAnswer,
  env: Pick<AgentEnvironment, 'findWithheldIn'>,
): ToolAnswer {
  if (!answer.isWorkFailure) return answer
  const names = env.findWithheldIn(answer.text)
  if (names.length === 0) return answer
  return { ...answer, withheld: names, text: `${answer.text}\n[${formatWithheld(names)}]` }
}

function formatWithheld(names: readonly string[]): string {
  const isOne = names.length === 1
  const what = isOne ? 'it' : 'them'
  const command = `orrery settings environment.allow ${names.join(',')}`
  return `Orrery withholds ${names.join(', ')} from agents' programs. If ${isOne ? 'it is' : 'they are'} needed, ask the person to allow ${what} in this project: on this call's card, or with ${command}`
}
