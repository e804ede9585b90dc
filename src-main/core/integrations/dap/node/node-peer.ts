import type { DebugProtocol } from '@vscode/debugprotocol'
import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { AgentEnvironment } from '../../../processes/agent-environment.ts'
import type { DapEvent, DapPeer, DapRequest } from '../adapters/dap-protocol.ts'
import type { Program } from '../adapters/program.ts'
import { attachTo, type Inspector, type InspectorEvent } from './inspector.ts'
import { NodeBreakpoints } from './node-breakpoints.ts'
import { startNode } from './node-program.ts'
import { isOfNode, Standstill } from './paused-program.ts'
import { Paused, ScriptParsed } from './protocol.ts'
import { Scripts } from './scripts.ts'

const LaunchArgs = z.object({
  command: z.string(),
  args: z.array(z.string()),
  cwd: z.string(),
  env: z.record(z.string(), z.string()).default({}),
  stopOnEntry: z.boolean().default(false),
})
const AttachArgs = z.object({ address: z.string().default('127.0.0.1'), port: z.int() })
const SetBreakpointsArgs = z.object({
  source: z.object({ path: z.string() }),
  breakpoints: z.array(z.object({ line: z.number(), condition: z.string().optional() })),
})
const FiltersArgs = z.object({ filters: z.array(z.string()) })

const CAPABILITIES: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportTerminateDebuggee: true,
  exceptionBreakpointFilters: [
    { filter: 'all', label: 'All exceptions' },
    { filter: 'uncaught', label: 'Uncaught exceptions', default: true },
  ],
}

const MOTIONS: Readonly<Record<string, string>> = {
  continue: 'Debugger.resume',
  next: 'Debugger.stepOver',
  stepIn: 'Debugger.stepInto',
  stepOut: 'Debugger.stepOut',
}

const THREAD = { id: 1, name: 'main' }

/** Everything that a debuggee needs of the host. */
export interface NodePeerOptions {
  /** The project's folder. */
  readonly root: string
  readonly env: AgentEnvironment
}

/**
 * A debug adapter for Node, over the inspector that every Node has. One thread: workers and child
 * processes run undebugged.
 */
export class NodePeer implements DapPeer {
  readonly closed: Promise<string>
  readonly #options: NodePeerOptions
  readonly #events = new Emitter<DapEvent>()
  readonly #closing = Promise.withResolvers<string>()
  readonly #ending = new AbortController()
  readonly #scripts = new Scripts(async (compiled) => this.#breakpoints?.setAllIn(compiled))
  #program: Program | undefined
  #inspector: Inspector | undefined
  #breakpoints: NodeBreakpoints | undefined
  #standstill: Standstill | undefined
  /** What was asked of the program last: why it stands still then. */
  #motion: string | undefined
  /** It has not come to its first line yet, at which it stands still of itself. */
  #isBeginning = false
  #stopsOnEntry = false

  constructor(options: NodePeerOptions) {
    this.#options = options
    this.closed = this.#closing.promise
  }

  readonly onEvent = this.#events.event

  async request({ command, args = {}, timeoutMs, signal }: DapRequest): Promise<unknown> {
    const ending = signal ? AbortSignal.any([signal, this.#ending.signal]) : this.#ending.signal
    ending.throwIfAborted()
    switch (command) {
      case 'initialize':
        return CAPABILITIES
      case 'launch':
        return this.#launch(LaunchArgs.parse(args), { timeoutMs, signal: ending })
      case 'attach':
        return this.#attach(AttachArgs.parse(args), timeoutMs)
      case 'setBreakpoints':
        return this.#setBreakpoints(SetBreakpointsArgs.parse(args))
      case 'setExceptionBreakpoints':
        return this.#setExceptions(FiltersArgs.parse(args).filters)
      case 'configurationDone':
        return this.#send('Runtime.runIfWaitingForDebugger')
      case 'threads':
        return { threads: [THREAD] }
      case 'pause':
        this.#motion = 'pause'
        return this.#send('Debugger.pause')
      case 'disconnect':
        return undefined
      default:
        return this.#ofStandstill(command, args)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort()
    this.#inspector?.[Symbol.dispose]()
    await this.#program?.[Symbol.asyncDispose]()
    this.#closing.resolve('The program was ended.')
    this.#events[Symbol.dispose]()
  }

  /** What can only be asked of a program that stands still. */
  async #ofStandstill(command: string, args: object): Promise<unknown> {
    const standstill = this.#standstill
    if (!standstill) throw new AppError('conflict', 'The program runs.')
    const method = MOTIONS[command]
    if (method === undefined) return standstill.request(command, args)
    this.#motion = command === 'continue' ? undefined : 'step'
    this.#standstill = undefined
    await this.#send(method)
    return {}
  }

  async #launch(
    { command, args, cwd, env, stopOnEntry }: z.infer<typeof LaunchArgs>,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<void> {
    const started = await startNode({
      ...{ command, args, cwd, timeoutMs, signal },
      env: this.#options.env,
      more: env,
      onOutput: (category, output) => this.#fire('output', { category, output }),
    })
    this.#program = started.program
    if (signal.aborted) return started.program[Symbol.asyncDispose]()
    this.#isBeginning = true
    this.#stopsOnEntry = stopOnEntry
    void started.program.exited.then((exitCode) => this.#exited(exitCode))
    await this.#begin(started.inspector)
  }

  async #attach({ address, port }: z.infer<typeof AttachArgs>, timeoutMs: number): Promise<void> {
    const inspector = await attachTo({ address, port }, timeoutMs)
    void inspector.closed.then(() => this.#over())
    await this.#begin(inspector)
  }

  async #begin(inspector: Inspector): Promise<void> {
    this.#inspector = inspector
    this.#breakpoints = new NodeBreakpoints({
      inspector,
      scripts: this.#scripts,
      root: this.#options.root,
      onDidChange: (breakpoint) => this.#fire('breakpoint', { breakpoint }),
    })
    inspector.onEvent((event) => this.#hear(event))
    await inspector.send('Runtime.enable')
    await inspector.send('Debugger.enable')
    await inspector.send('Debugger.setBlackboxPatterns', { patterns: ['^node:'] })
    // Before a compiled module runs, breakpoints of its sources are set in it.
    const instrumentation = 'beforeScriptWithSourceMapExecution'
    await inspector.send('Debugger.setInstrumentationBreakpoint', { instrumentation })
    await inspector.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true })
    this.#fire('initialized', {})
  }

  async #setBreakpoints({
    source,
    breakpoints,
  }: z.infer<typeof SetBreakpointsArgs>): Promise<DebugProtocol.SetBreakpointsResponse['body']> {
    const set = await this.#breakpoints?.set(source.path, breakpoints)
    return { breakpoints: [...(set ?? [])] }
  }

  #setExceptions(filters: readonly string[]): Promise<unknown> {
    const state = filters.includes('all')
      ? 'all'
      : filters.includes('uncaught')
        ? 'uncaught'
        : 'none'
    return this.#send('Debugger.setPauseOnExceptions', { state })
  }

  #send(method: string, params: object = {}): Promise<unknown> {
    if (!this.#inspector) throw new AppError('conflict', 'The program has not been started.')
    return this.#inspector.send(method, params)
  }

  /** What can't be read leaves it unknown where the program stands: its session ends. */
  #hear(event: InspectorEvent): void {
    try {
      this.#take(event)
    } catch {
      this.#closing.resolve(`The program’s inspector sent a ${event.method} that can’t be read.`)
    }
  }

  #take({ method, params }: InspectorEvent): void {
    switch (method) {
      case 'Debugger.scriptParsed':
        this.#scripts.add(ScriptParsed.parse(params))
        break
      case 'Debugger.breakpointResolved':
        this.#breakpoints?.resolved(params)
        break
      case 'Debugger.paused':
        // Only where the program has gone meanwhile: whoever waits for it is told of that.
        void this.#paused(Paused.parse(params)).catch(() => this.#inspector?.[Symbol.dispose]())
        break
      case 'Debugger.resumed':
        if (this.#standstill) this.#fire('continued', { threadId: THREAD.id })
        this.#standstill = undefined
        break
      case 'NodeRuntime.waitingForDisconnect':
        // It has come to its end, and waits for nobody but us.
        this.#inspector?.[Symbol.dispose]()
        break
    }
  }

  async #paused(paused: Paused): Promise<void> {
    await this.#scripts.settled()
    if (paused.reason === 'instrumentation') {
      await this.#send('Debugger.resume')
      return
    }
    const isEntry = this.#isBeginning && paused.hitBreakpoints.length === 0 && isOfItself(paused)
    this.#isBeginning = false
    if ((isEntry && !this.#stopsOnEntry) || this.#isNowhere(paused)) {
      await this.#send('Debugger.resume')
      return
    }
    await this.#stand(paused, isEntry)
  }

  /** What Node itself throws, as where a file is missing, is told where the program ends by it. */
  #isNowhere(paused: Paused): boolean {
    const isInNode = paused.callFrames.every((frame) => isOfNode(frame, this.#scripts))
    return isInNode && this.#motion !== 'pause'
  }

  async #stand(paused: Paused, isEntry: boolean): Promise<void> {
    const inspector = this.#inspector
    if (!inspector) return
    this.#standstill = new Standstill({ inspector, scripts: this.#scripts, paused })
    const reason = isEntry ? 'entry' : this.#reasonOf(paused)
    const text = reason === 'exception' ? tellThrown(paused) : undefined
    this.#fire('stopped', { reason, threadId: THREAD.id, ...(text && { text }) })
  }

  #reasonOf({ reason, hitBreakpoints }: Paused): string {
    if (reason === 'exception' || reason === 'promiseRejection') return 'exception'
    if (hitBreakpoints.length > 0) return 'breakpoint'
    return this.#motion ?? 'debugger statement'
  }

  #exited(exitCode: number | null): void {
    if (exitCode !== null) this.#fire('exited', { exitCode })
    this.#over()
  }

  #over(): void {
    this.#fire('terminated', {})
    this.#closing.resolve('The program has ended.')
  }

  #fire(event: string, body: object): void {
    this.#events.fire({ event, body })
  }
}

/** Whether nothing in the program made it stand still. */
function isOfItself({ reason }: Paused): boolean {
  return reason !== 'exception' && reason !== 'promiseRejection'
}

/** The exception, without its stack: that is told by itself. */
function tellThrown({ data }: Paused): string {
  const told = data?.description ?? String(data?.value ?? 'something was thrown')
  return told.split(/\n[ \t]+at /u, 1)[0] ?? told
}
