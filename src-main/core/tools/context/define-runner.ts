import type { z } from 'zod'
import type { ToolAnswer } from '../answers/tool-answer.ts'
import type { Args, CatalogueEntry } from '../definition/define-tool.ts'
import type { SeenFiles } from './seen-files.ts'
import type { PreparingContext, ToolContext } from './tool-context.ts'

/** Runs the calls of one tool. Expected failures are thrown as `AppError`s, whose message answers the call. */
export interface Runner {
  readonly tool: CatalogueEntry
  /** Completes the arguments from the project, before the call is judged and shown to a person. */
  readonly prepare?: (args: Args, context: PreparingContext) => Promise<Args>
  /** Throws if the call would change a file whose content its agent hasn't seen. No approval is requested then. */
  readonly check?: (args: Args, seen: SeenFiles) => Promise<void>
  /** The path of the file that the call would change, if it changes exactly one. */
  readonly target?: (args: Args) => string | undefined
  /** The target's text after the call, given its text before; `undefined` if the call would fail. */
  readonly preview?: (args: Args, before: string | undefined) => string | undefined
  /** Takes the arguments as the model sent them, and parses them first. */
  readonly run: (args: Args, context: ToolContext) => Promise<ToolAnswer | string>
}

interface Definition<S extends z.ZodObject> extends Omit<Runner, 'tool' | 'run'> {
  readonly run: (args: z.infer<S>, context: ToolContext) => Promise<ToolAnswer | string>
}

export function defineRunner<S extends z.ZodObject>(
  tool: CatalogueEntry<S>,
  { run, ...others }: Definition<S>,
): Runner {
  return { ...others, tool, run: async (args, context) => run(tool.schema.parse(args), context) }
}
