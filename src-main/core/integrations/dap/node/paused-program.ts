import type { DebugProtocol } from '@vscode/debugprotocol'
import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import type { Inspector } from './inspector.ts'
import { type CallFrame, Evaluated, type Paused } from './protocol.ts'
import { describe, RemoteValues } from './remote-values.ts'
import type { Scripts } from './scripts.ts'

const FrameArgs = z.object({ frameId: z.int() })
const StackArgs = z.object({ startFrame: z.int().default(0), levels: z.int().default(20) })
const VariablesArgs = z.object({
  variablesReference: z.int(),
  start: z.int().optional(),
  count: z.int().optional(),
})
const EvaluateArgs = z.object({
  frameId: z.int(),
  expression: z.string(),
  context: z.string().default('watch'),
})

/** How long an expression may take, in milliseconds. */
const EVALUATION_MS = 5000

interface StandstillOptions {
  readonly inspector: Inspector
  readonly scripts: Scripts
  readonly paused: Paused
}

/** Whether a frame is in Node itself. */
export function isOfNode({ location, url }: CallFrame, scripts: Scripts): boolean {
  return (url || scripts.urlOf(location.scriptId)).startsWith('node:')
}

/** A program that stands still: its stack and its values, until it goes on. */
export class Standstill {
  readonly #options: StandstillOptions
  readonly #values: RemoteValues
  readonly #frames: readonly CallFrame[]

  constructor(options: StandstillOptions) {
    this.#options = options
    this.#values = new RemoteValues(options.inspector)
    const { callFrames } = options.paused
    const own = callFrames.filter((frame) => !isOfNode(frame, options.scripts))
    this.#frames = own.length > 0 ? own : callFrames
  }

  async request(command: string, args: object): Promise<unknown> {
    switch (command) {
      case 'stackTrace':
        return this.#stack(StackArgs.parse(args))
      case 'scopes':
        return this.#scopes(FrameArgs.parse(args).frameId)
      case 'variables':
        return this.#variables(VariablesArgs.parse(args))
      case 'evaluate':
        return this.#evaluate(EvaluateArgs.parse(args))
      default:
        throw new AppError('unsupported', `“${command}” is not offered.`)
    }
  }

  #stack({
    startFrame,
    levels,
  }: z.infer<typeof StackArgs>): DebugProtocol.StackTraceResponse['body'] {
    const shown = this.#frames.slice(startFrame, startFrame + levels)
    const stackFrames = shown.map((frame, index): DebugProtocol.StackFrame => {
      const { path, name, line, column } = this.#options.scripts.toPlace(frame.location)
      return {
        id: startFrame + index + 1,
        name: frame.functionName || '(anonymous)',
        source: { name, ...(path && { path }) },
        line,
        column,
      }
    })
    return { stackFrames, totalFrames: this.#frames.length }
  }

  #scopes(frameId: number): DebugProtocol.ScopesResponse['body'] {
    const frame = this.#frame(frameId)
    const { this: self, returnValue } = frame
    const extra = [
      ...(returnValue ? [['(returned)', returnValue] as const] : []),
      ...(self.type === 'undefined' || isGlobal(self) ? [] : [['this', self] as const]),
    ]
    const scopes = frame.scopeChain.map(({ type, name, object }, index): DebugProtocol.Scope => {
      const more = { isScope: type !== 'global', ...(index === 0 && { extra }) }
      return {
        name: name ? `${type} of ${name}` : type,
        variablesReference: this.#values.referTo(object, more),
        expensive: type === 'global',
      }
    })
    return { scopes }
  }

  async #variables({
    variablesReference,
    start,
    count,
  }: z.infer<typeof VariablesArgs>): Promise<DebugProtocol.VariablesResponse['body']> {
    return { variables: [...(await this.#values.list(variablesReference, { start, count }))] }
  }

  async #evaluate({
    frameId,
    expression,
    context,
  }: z.infer<typeof EvaluateArgs>): Promise<DebugProtocol.EvaluateResponse['body']> {
    const { callFrameId } = this.#frame(frameId)
    const answered = await this.#options.inspector.send('Debugger.evaluateOnCallFrame', {
      callFrameId,
      expression,
      generatePreview: true,
      silent: true,
      throwOnSideEffect: context !== 'repl',
      timeout: EVALUATION_MS,
    })
    const { result, exceptionDetails } = Evaluated.parse(answered)
    if (exceptionDetails) throw toRefusal(exceptionDetails)
    const { value, type, variablesReference } = this.#values.toVariable('', result)
    return { result: value, variablesReference, ...(type && { type }) }
  }

  #frame(frameId: number): CallFrame {
    const frame = this.#frames[frameId - 1]
    if (!frame) throw new AppError('not-found', 'There is no such frame any more. Look again.')
    return frame
  }
}

/** As plain functions have it: it says nothing. */
function isGlobal({ className }: CallFrame['this']): boolean {
  return className === 'global'
}

function toRefusal({
  text,
  exception,
}: NonNullable<z.infer<typeof Evaluated>['exceptionDetails']>): AppError {
  const told = exception ? describe(exception) : text
  if (!/Possible side-effect in debug-evaluate/u.test(told)) {
    return new AppError('invalid-input', `It threw: ${told}`)
  }
  const message =
    'It could change something, and was not evaluated. Where that is wanted, set may_change: it is then judged as a command.'
  return new AppError('denied', message)
}
