import type { Outcome } from '#shared/events/value.ts'
import { formatUntil } from '#shared/format/format-until.ts'
import { RunId, type SessionId } from '#shared/lib/ids.ts'
import type { McpSelector } from '#shared/mcp/mcp-entry.ts'
import type { Wait } from '#shared/projections/status.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { isHostGone } from '../command-line/exit-codes.ts'
import { onInterrupt } from '../command-line/interrupt.ts'
import type { OpenedClient } from '../host-client/open-client.ts'
import { followSaving } from '../host-client/unsaved.ts'
import type { Reporter } from '../run-output/reporter.ts'
import { type Followed, RunFollower } from './follow-run.ts'

interface Following extends Followed {
  readonly interrupting: Interrupting
  /** MCP tools that the run may call without asking, also after another process hosts it. */
  readonly allowTools?: readonly McpSelector[]
}

/**
 * Follows a run to its end, whichever process hosts it. Where that process ends, this one connects to
 * the next host, or becomes it, and resumes the run, unless a tool call was cut off: what such a call did
 * isn't known, so a person decides.
 */
export async function followToEnd(opened: OpenedClient, followed: Following): Promise<Outcome> {
  const { interrupting, reporter } = followed
  const follower = new RunFollower(followed)
  let outcome = await readOnce(opened, follower, followed)
  while (isUnfinished(outcome) && !interrupting.isInterrupted && !interrupting.signal) {
    say(reporter, 'The process that hosted this run has ended. Continuing…')
    await opened.reconnect()
    if (!(await resume(opened, follower, followed))) break
    outcome = await readOnce(opened, follower, followed)
  }
  if (follower.wait) say(reporter, describeWait(followed.sessionId, follower.wait))
  return outcome ?? 'interrupted'
}

function isUnfinished(outcome: Outcome | undefined): boolean {
  return outcome === undefined || outcome === 'interrupted'
}

/** `undefined`: the host has gone. */
async function readOnce(
  opened: OpenedClient,
  follower: RunFollower,
  { reporter }: Followed,
): Promise<Outcome | undefined> {
  const { client } = opened
  await using _saving = followSaving(client, (sentence) => say(reporter, sentence))
  try {
    return await follower.read(client)
  } catch (error) {
    if (isHostGone(error)) return undefined
    throw error
  }
}

/** False: it can't be resumed without a person. */
async function resume(
  opened: OpenedClient,
  follower: RunFollower,
  { sessionId, reporter, allowTools = [], waitsForLimits = false }: Following,
): Promise<boolean> {
  try {
    const { states } = await joinStates(opened.client['sessions.open']({ sessionId }))
    const { timeline, calls } = states
    const outcome = timeline.runs.find(({ id }) => id === follower.runId)?.outcome
    if (outcome !== 'interrupted') return true
    if (calls.order.length > 0) {
      // Shows how the run ended.
      await follower.read(opened.client)
      say(reporter, describeCutOff(sessionId, calls.order.length))
      return false
    }
    const { runId } = await opened.client['sessions.resume']({
      sessionId,
      allowTools: [...allowTools],
      waitForLimits: waitsForLimits,
      keepWait: true,
    })
    follower.followNext(runId)
  } catch (error) {
    // The next reading finds it gone, too.
    if (!isHostGone(error)) throw error
  }
  return true
}

/** Describes the wait of a run that another window or command started. */
function describeWait(sessionId: SessionId, { until }: Pick<Wait, 'until'>): string {
  const time = formatUntil(until, Date.now())
  return `The run waits until ${time}, then resumes automatically. To resume it now, run: orrery resume ${sessionId}`
}

function describeCutOff(sessionId: SessionId, count: number): string {
  const calls = count === 1 ? 'a tool call was' : `${count} tool calls were`
  return `The run wasn't resumed, because ${calls} cut off and may have had an effect. Check the project, then run: orrery resume ${sessionId}`
}

/** A request that this many hosts leave unanswered is likely what ends them. */
const MAX_HOSTS = 10

/** Repeats a request at the next host if the current one ends first. Only for requests that may run twice. */
export async function retryOnNextHost<Result>(
  opened: OpenedClient,
  ask: () => Promise<Result>,
): Promise<Result> {
  for (let hosts = 1; ; hosts += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!isHostGone(error) || hosts === MAX_HOSTS) throw error
    }
    await opened.reconnect()
  }
}

/** Starts a run. Where the host ends before it answers, asks the next one, unless the run has started. */
export async function startRun(
  opened: OpenedClient,
  { sessionId, after }: { readonly sessionId: SessionId; readonly after: number },
  start: () => Promise<RunId>,
): Promise<RunId> {
  for (let hosts = 1; ; hosts += 1) {
    try {
      return await start()
    } catch (error) {
      if (!isHostGone(error) || hosts === MAX_HOSTS) throw error
    }
    await opened.reconnect()
    const started = await findRunAfter(opened, sessionId, after)
    if (started) return started
  }
}

async function findRunAfter(
  opened: OpenedClient,
  sessionId: SessionId,
  after: number,
): Promise<RunId | undefined> {
  const { states } = await joinStates(opened.client['sessions.open']({ sessionId }))
  const started = states.timeline.runs.findLast(({ seq }) => seq > after)
  return started && RunId.parse(started.id)
}

interface Interrupting extends Disposable {
  readonly isInterrupted: boolean
  /** The signal that killed the process, unless it was Ctrl-C. */
  readonly signal: NodeJS.Signals | undefined
}

/** Ctrl-C lets a run come to its end; once more kills it, and so does at once every other signal that ends programs. */
export function stopOnInterrupt(
  opened: Pick<OpenedClient, 'client'>,
  sessionId: SessionId,
  reporter: Reporter,
): Interrupting {
  let isInterrupted = false
  let killedBy: NodeJS.Signals | undefined
  const stop = async () => {
    isInterrupted = true
    say(reporter, 'Stopping: what is under way comes to its end. Ctrl-C once more kills it.')
    await opened.client['sessions.stop']({ sessionId, how: 'end' })
  }
  const kill = async (signal: NodeJS.Signals) => {
    if (signal !== 'SIGINT') {
      killedBy = signal
      say(reporter, `Killed by a signal: ${signal}.`)
    }
    await opened.client['sessions.stop']({ sessionId, how: 'kill' })
  }
  const interrupting = onInterrupt({ stop, kill })
  return {
    get isInterrupted() {
      return isInterrupted
    },
    get signal() {
      return killedBy
    },
    [Symbol.dispose]: () => interrupting[Symbol.dispose](),
  }
}

/** Beside what is shown of a run. */
function say(reporter: Reporter, sentence: string): void {
  using _paused = reporter.pause()
  console.error(sentence)
}
