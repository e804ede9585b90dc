import type { SpanId } from '#shared/lib/ids.ts'
import { orAborted } from '../../runtime/or-aborted.ts'
import { toMeant } from '../../tools/catalogue/check-args.ts'
import { toolFor } from '../../tools/catalogue/index.ts'
import {
  dependsOn,
  type Scope,
  type Touches,
  toComparable,
  touchesOf,
} from '../../tools/definition/touches.ts'
import { findRunner } from '../../tools/runners/index.ts'
import { placeOnDisk } from '../../workspace/paths/confinement.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RunServices } from '../context/run-services.ts'
import type { RunPace } from '../limits/run-pace.ts'
import { mayChange, mayDelegate } from '../prompts/prompt.ts'
import type { PromptState } from '../prompts/prompt-state.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { runsAgain } from './interrupted-calls.ts'
import type { Call, RequestedCall } from './tool-call.ts'

/** Parts of a run that ordering uses. */
export interface CallOrderContext
  extends Pick<RunIdentity, 'signal'>,
    Pick<RunServices, 'workspace' | 'mcp'>,
    Pick<RunRecord, 'journal'>,
    Pick<RunPace, 'parking'>,
    Pick<PromptState, 'delegates'> {}

type InAnswer = Pick<Call, 'agent' | 'answerId'>

/** The calls of an agent's last answer that something has waited for or that have entered, by their ids. */
interface OpenAnswer {
  readonly answerId: string
  readonly ends: Map<string, PromiseWithResolvers<void>>
  readonly ended: Set<string>
  /** What its calls touch, as their model asked for them and as links are. */
  readonly touches: Map<string, Touches>
}

/**
 * Orders the calls of one model answer, which the graph starts all at once: a call waits for the earlier
 * ones that it depends on. Only earlier calls are waited for, so that no two wait for each other.
 */
export class CallOrder {
  readonly #run: CallOrderContext
  /** By agent: an agent has one answer at a time. */
  readonly #answers = new Map<SpanId, OpenAnswer>()

  constructor(run: CallOrderContext) {
    this.#run = run
  }

  /** Until it is disposed, later calls that depend on this one wait. */
  enter(call: InAnswer & RequestedCall): Disposable {
    const end = this.#endOf(call, call.toolCallId)
    const { ended, touches } = this.#answerOf(call)
    const dispose = () => {
      ended.add(call.toolCallId)
      if (mayChangeLinks(call)) touches.clear()
      end.resolve()
    }
    return { [Symbol.dispose]: dispose }
  }

  /** Resolves once the call's turn has come, with whether other calls came before it. */
  async wait(call: Call): Promise<boolean> {
    const { parking, signal } = this.#run
    let hasWaited = false
    // The calls that it waits for may make links, which lead to what others touch.
    for (;;) {
      const awaited = this.#findAwaited(call)
      if (awaited.length > 0) hasWaited = true
      const open = awaited.filter((one) => !this.#hasEnded(call, one))
      if (open.length === 0) return hasWaited
      using _resting = parking.rest()
      const ends = open.map(({ toolCallId }) => this.#endOf(call, toolCallId).promise)
      await orAborted(Promise.all(ends), signal)
    }
  }

  #findAwaited(call: Call): readonly RequestedCall[] {
    if (call.earlier.length === 0) return []
    const touches = this.#touchesOf(call.name, call.args)
    return call.earlier.filter((one) => {
      if (isSubagent(one) && isSubagent(call)) return false
      return dependsOn(touches, this.#touchesAsked(call, one))
    })
  }

  #hasEnded(call: Call, { toolCallId, name, args }: RequestedCall): boolean {
    if (this.#answerOf(call).ended.has(toolCallId)) return true
    // One that was answered in an earlier run does not enter again.
    const { agentId } = call.agent
    const { recorded } = this.#run.journal.findLast({ agentId, toolCallId })
    if (recorded.type === 'ended') return true
    return recorded.type === 'cut-off' && !runsAgain(toolFor(name, args), recorded.resolved)
  }

  #endOf(call: InAnswer, toolCallId: string): PromiseWithResolvers<void> {
    const { ends } = this.#answerOf(call)
    const end = ends.get(toolCallId) ?? Promise.withResolvers<void>()
    ends.set(toolCallId, end)
    return end
  }

  #answerOf({ agent, answerId }: InAnswer): OpenAnswer {
    const known = this.#answers.get(agent.agentId)
    if (known?.answerId === answerId) return known
    const answer = { answerId, ends: new Map(), ended: new Set<string>(), touches: new Map() }
    this.#answers.set(agent.agentId, answer)
    return answer
  }

  #touchesAsked(call: InAnswer, { toolCallId, name, args }: RequestedCall): Touches {
    const { touches: known } = this.#answerOf(call)
    const touches = known.get(toolCallId) ?? this.#touchesOf(name, args)
    known.set(toolCallId, touches)
    return touches
  }

  #touchesOf(name: string, asked: RequestedCall['args']): Touches {
    const args = toMeant(name, asked)
    const tool = toolFor(name, args)
    const { reads = [], changes = [] } = touchesOf(tool, args)
    const only = (tool.delegatesTo?.(args) ?? []).every((type) => this.#onlyReads(type))
    const all = { reads: this.#withPlaces(reads), changes: this.#withPlaces(changes) }
    if (!tool.isAnsweredBySubagent || !only) return all
    return { reads: [...all.reads, ...all.changes] }
  }

  /** Links lead to the same file under two names. */
  #withPlaces(scopes: readonly Scope[]): readonly Scope[] {
    const { root } = this.#run.workspace
    const places = scopes.map((scope) => placeOnDisk(root, scope) ?? scope)
    return [...new Set([...scopes, ...places.map(toComparable)])]
  }

  /** Nobody knows what a tool of an MCP server does, and every subagent may have those. */
  #onlyReads(name: unknown): boolean {
    const { delegates, mcp } = this.#run
    const type = delegates.all.find((one) => one.type.name === name)?.type
    if (!type || (mcp?.tools().length ?? 0) > 0) return false
    return !mayChange(type.toolAccess) && !mayDelegate(type)
  }
}

/** Whether a call may make or move links, other than one that replaces what its target holds. */
function mayChangeLinks({ name, args }: Pick<RequestedCall, 'name' | 'args'>): boolean {
  const { effect } = toolFor(name, args)
  return effect !== 'read' && effect !== 'fetch' && !findRunner(name)?.target
}

/** Subagents work in parallel, whatever they do: whoever delegates divides the work. */
function isSubagent({ name, args }: Pick<RequestedCall, 'name' | 'args'>): boolean {
  return toolFor(name, args).isAnsweredBySubagent === true
}
