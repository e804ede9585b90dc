import type { Outcome } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import {
  BreakpointBody,
  Capabilities,
  type DapEvent,
  type DapPeer,
  ExitedBody,
  OutputBody,
  StackTrace,
  StoppedBody,
  Threads,
} from './adapters/dap-protocol.ts'
import { RecentOutput } from './adapters/program.ts'
import type { Exceptions, Plan, RequestedBreakpoint } from './program-plan/plan-program.ts'
import type { Places } from './program-plan/source-locations.ts'
import { type PlacedBreakpoint, SessionBreakpoints } from './session-breakpoints.ts'
import {
  type DebugRecorder,
  type DebugState,
  filtersOf,
  GOODBYE_MS,
  PATIENCE,
  type Patience,
  type Stop,
  tellExit,
  toStop,
} from './session-recorder.ts'
import { SessionValues } from './session-values.ts'

const MAX_FRAMES = 20

/** Steps, and what else sets a program going. */
type Motion = 'continue' | 'next' | 'stepIn' | 'stepOut'

interface Launch extends Pick<Plan, 'title' | 'type' | 'request' | 'args' | 'adapter'> {
  readonly breakpoints: ReadonlyMap<string, readonly RequestedBreakpoint[]>
  readonly exceptions: Exceptions
}

interface SessionOptions {
  readonly peer: DapPeer
  readonly launch: Launch
  readonly places: Places
  readonly recorder: DebugRecorder
  readonly patience?: Patience
}

/** One program in a debugger, from its start to its end. Disposing of it ends both. */
export class DebugSession implements AsyncDisposable {
  readonly values: SessionValues
  readonly #options: SessionOptions
  readonly #breakpoints: SessionBreakpoints
  readonly #output: RecentOutput
  readonly #onDidChange = new Emitter<void>()
  readonly #initialized = Promise.withResolvers<void>()
  #state: DebugState = { type: 'running' }
  /** Counts up whenever it stops or goes on: what was asked before is of no use after. */
  #epoch = 0
  #exitCode: number | null = null
  #ending: Promise<void> | undefined
  #isStarted = false

  constructor(options: SessionOptions) {
    this.#options = options
    this.#output = new RecentOutput(options.recorder.redact)
    const request = (command: string, args: object, signal?: AbortSignal) =>
      this.#request(command, args, signal)
    this.#breakpoints = new SessionBreakpoints({ ...options, request })
    this.values = new SessionValues({ ...options, request })
    options.peer.onEvent((event) => this.#take(event))
    void options.peer.closed.then((sentence) => this.#closed(sentence))
  }

  get state(): DebugState {
    return this.#state
  }

  get title(): string {
    return this.#options.launch.title
  }

  get type(): string {
    return this.#options.launch.type
  }

  /** By file. */
  get breakpoints(): ReadonlyMap<string, readonly PlacedBreakpoint[]> {
    return this.#breakpoints.all
  }

  /** What the program printed since this was asked last. */
  takeOutput(): string {
    return this.#output.take()
  }

  /** Starts the program, with its breakpoints set. Fails with a sentence; then nothing is left of it. */
  async start(signal: AbortSignal): Promise<void> {
    const { launch, recorder } = this.#options
    await recorder.started({ title: launch.title, type: launch.type })
    this.#isStarted = true
    try {
      await this.#configure(signal)
    } catch (error) {
      const reason = AppError.is(error) ? error.message : 'It could not be started.'
      const printed = this.#output.take()
      await this.end(signal.aborted ? 'cancelled' : 'error', reason)
      if (!AppError.is(error) || printed === '') throw error
      throw new AppError(error.code, `${reason} It printed: ${printed}`, { cause: error })
    }
  }

  /** Sets it going again. It stops by itself, or does not: see `waitForStop`. */
  async go(motion: Motion, signal: AbortSignal): Promise<void> {
    const { threadId } = this.stop
    const before = this.#state
    this.#run()
    const epoch = this.#epoch
    try {
      await this.#request(motion, { threadId }, signal)
    } catch (error) {
      if (epoch === this.#epoch && before.type === 'stopped') this.#stand(before.stop)
      throw error
    }
  }

  /** Asks it to stand still. */
  async pause(signal: AbortSignal): Promise<void> {
    const { threads } = Threads.parse(await this.#request('threads', {}, signal))
    await this.#request('pause', { threadId: threads[0]?.id ?? 1 }, signal)
  }

  /** Where it stands still; fails with what to do where it does not. */
  get stop(): Stop {
    const state = this.#state
    if (state.type === 'stopped') return state.stop
    const message =
      state.type === 'running'
        ? 'The program runs: there is nothing to see until it stops. Stop it with debug_control and action pause, or set a breakpoint.'
        : `The program has ended${tellExit(state)}. Start it again with debug_start.`
    throw new AppError('conflict', message)
  }

  /** Resolves once it does not run any more, at the latest after this time. */
  async waitForStop(timeoutMs: number, signal: AbortSignal): Promise<DebugState> {
    signal.throwIfAborted()
    if (this.#state.type !== 'running') return this.#state
    const { promise, resolve } = Promise.withResolvers<void>()
    using _listening = this.#onDidChange.event(() => {
      if (this.#state.type !== 'running') resolve()
    })
    const timer = setTimeout(resolve, timeoutMs)
    const onAbort = () => resolve()
    signal.addEventListener('abort', onAbort, { once: true })
    await promise
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    signal.throwIfAborted()
    return this.#state
  }

  /** All breakpoints of a file from now on, as the debugger took them. */
  place(
    path: string,
    asked: readonly RequestedBreakpoint[],
    signal?: AbortSignal,
  ): Promise<readonly PlacedBreakpoint[]> {
    if (this.#state.type === 'ended') return Promise.reject(ended())
    return this.#breakpoints.place(path, asked, signal)
  }

  /** Ends it with all it started; `outcome` holds where it has not ended by itself. */
  end(outcome: Outcome, reason?: string): Promise<void> {
    this.#finish(outcome, reason)
    return this.#ending ?? Promise.resolve()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end('cancelled')
  }

  async #configure(signal: AbortSignal): Promise<void> {
    const { peer, launch, patience = PATIENCE } = this.#options
    const client = { clientID: 'orrery', adapterID: launch.type, pathFormat: 'path' }
    const can = Capabilities.parse((await this.#request('initialize', client, signal)) ?? {})
    const { startMs } = patience
    const { request, args } = launch
    const launched = peer.request({ command: request, args, timeoutMs: startMs, signal })
    await this.#untilInitialized(launched, startMs)
    for (const [path, asked] of launch.breakpoints) {
      await this.#breakpoints.place(path, asked, signal)
    }
    const filters = filtersOf(can, launch.exceptions)
    if (can.exceptionBreakpointFilters.length > 0) {
      await this.#request('setExceptionBreakpoints', { filters }, signal)
    }
    if (can.supportsConfigurationDoneRequest) await this.#request('configurationDone', {}, signal)
    await launched
  }

  /** Adapters take breakpoints once they say so, which some do before they have launched, some after. */
  async #untilInitialized(launched: Promise<unknown>, timeoutMs: number): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const message = 'The debugger did not say that it was ready.'
    const timer = setTimeout(() => reject(new AppError('unavailable', message)), timeoutMs)
    const failed = launched.then(() => this.#initialized.promise)
    try {
      await Promise.race([this.#initialized.promise, failed, late])
    } finally {
      clearTimeout(timer)
      // Whoever goes on waits for it; where nobody does, why was told already.
      failed.catch(() => {})
    }
  }

  #request(command: string, args: object, signal?: AbortSignal): Promise<unknown> {
    const { peer, patience = PATIENCE } = this.#options
    const timeoutMs = patience.requestMs
    return peer.request({ command, args, timeoutMs, ...(signal && { signal }) })
  }

  #take({ event, body }: DapEvent): void {
    switch (event) {
      case 'initialized':
        this.#initialized.resolve()
        break
      case 'stopped':
        void this.#stopped(StoppedBody.safeParse(body).data ?? { reason: 'unknown' })
        break
      case 'continued':
        this.#run()
        break
      case 'output':
        this.#printed(body)
        break
      case 'breakpoint':
        this.#verified(body)
        break
      case 'exited':
        this.#exitCode = ExitedBody.safeParse(body).data?.exitCode ?? null
        break
      case 'terminated':
        this.#finish('ok')
        break
    }
  }

  #printed(body: unknown): void {
    const { data } = OutputBody.safeParse(body)
    if (data && data.category !== 'telemetry') this.#output.add(data.output)
  }

  #verified(body: unknown): void {
    const { data } = BreakpointBody.safeParse(body)
    if (data) this.#breakpoints.changed(data.breakpoint)
  }

  /** Where it stands is asked first: only then is it said that it does. */
  async #stopped(body: StoppedBody): Promise<void> {
    this.#epoch += 1
    const epoch = this.#epoch
    // A request of its own: no tool call waits for it.
    const stop = await this.#askWhere(body).catch((): Stop => toStop(body))
    if (epoch === this.#epoch) this.#stand(stop)
  }

  async #askWhere(body: StoppedBody): Promise<Stop> {
    const { threads } = Threads.parse(await this.#request('threads', {}))
    const threadId = body.threadId ?? threads[0]?.id ?? 1
    const asked = { threadId, startFrame: 0, levels: MAX_FRAMES }
    const trace = StackTrace.parse(await this.#request('stackTrace', asked))
    const frames = trace.stackFrames.slice(0, MAX_FRAMES)
    const thread = threads.length > 1 && threads.find(({ id }) => id === threadId)?.name
    return {
      ...toStop(body),
      threadId,
      ...(thread && { thread }),
      frames: frames.map((frame) => this.#options.places.toFrame(frame)),
      framesLeftOut: Math.max(0, (trace.totalFrames ?? 0) - frames.length),
    }
  }

  #stand(stop: Stop): void {
    const { recorder } = this.#options
    this.#epoch += 1
    this.#state = { type: 'stopped', stop }
    this.#breakpoints.tellChanged()
    recorder.stopped({
      reason: stop.reason,
      ...(stop.text && { text: stop.text }),
      ...(stop.thread && { thread: stop.thread }),
      frames: stop.frames.map(({ name, path, line }) => ({ name, line, ...(path && { path }) })),
      ...(stop.framesLeftOut > 0 && { framesLeftOut: stop.framesLeftOut }),
    })
    this.#onDidChange.fire()
  }

  #run(): void {
    this.#epoch += 1
    if (this.#state.type !== 'stopped') return
    this.#state = { type: 'running' }
    this.#options.recorder.continued()
    this.#onDidChange.fire()
  }

  #closed(sentence: string): void {
    this.#finish('error', sentence)
  }

  #finish(outcome: Outcome, reason?: string): void {
    if (this.#state.type === 'ended') return
    this.#epoch += 1
    const exitCode = this.#exitCode
    const told = { exitCode, ...(reason && { reason }) }
    this.#state = { type: 'ended', ...told }
    this.#breakpoints.tellChanged()
    if (this.#isStarted) this.#options.recorder.ended({ outcome, ...told })
    this.#onDidChange.fire()
    this.#ending = this.#letGo()
  }

  async #letGo(): Promise<void> {
    const { peer, patience = PATIENCE } = this.#options
    const args = { terminateDebuggee: true }
    const timeoutMs = Math.min(GOODBYE_MS, patience.requestMs)
    // It is ended in any case: this only lets it end well.
    await peer.request({ command: 'disconnect', args, timeoutMs }).catch(() => {})
    await peer[Symbol.asyncDispose]()
  }
}

function ended(): AppError {
  const message =
    'The program has ended: breakpoints are given to debug_start, which runs it again.'
  return new AppError('conflict', message)
}
