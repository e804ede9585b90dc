import type { FileContent } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { openRepository } from '../../repository/repository.ts'
import { getSession } from '../../sessions/session-rows.ts'
import type { KeptTerminal } from '../../terminals/kept-terminal.ts'
import type { KeptTerminals } from '../../terminals/kept-terminals.ts'
import type { AskedPreview, ShownPreview, ToolContext } from '../../tools/context/tool-context.ts'
import { textOf } from '../../tools/definition/define-tool.ts'
import type { RunServices } from '../context/run-services.ts'
import type { SessionStore } from '../context/session-store.ts'
import { callEmbedding, type EmbeddingContext } from '../models/embedding-call.ts'
import type { CallState } from './call-state.ts'
import { type CommandContext, executeCommand } from './execute-command.ts'
import { type RunningCall, sourceOf } from './running-call.ts'
import { AgentSeenFiles } from './seen-files/agent-seen-files.ts'
import { typeInto } from './terminal-input.ts'

/** Parts of a run that tools use. */
export interface ToolRunContext
  extends CommandContext,
    EmbeddingContext,
    RunServices,
    Pick<CallState, 'seenFiles'> {}

/** What the tool of a running call works on and with. */
export function contextOf(run: ToolRunContext, call: RunningCall): ToolContext {
  const { sessionId, workspace, signal, log, debugging, browser, shellJudge } = run
  const { runId, agentId, spanId, title, typedBefore } = call
  return {
    call: { sessionId, runId, agentId, spanId, title },
    signal,
    workspace,
    debugging,
    source: sourceOf(run, call),
    seen: new AgentSeenFiles(run.seenFiles, agentId, call.seen),
    progress: (message) =>
      log.note({ kind: 'tool.progressed', spanId, agentId, data: { message } }),
    embedding: (asked, ask) => callEmbedding(run, call, asked, ask),
    ...run.services,
    changedFiles: run.changedFiles,
    terminals: {
      start: (command) => run.keptTerminals.start({ command, title, spanId, agentId }),
      get: (name) => getTerminal(run.keptTerminals, name),
      list: () => run.keptTerminals.list(),
      type: (name, text) =>
        typeInto(getTerminal(run.keptTerminals, name), text, { typedBefore, shellJudge }),
    },
    ...ofProject(run, call),
    preview: { open: (asked) => openPreview(run, call, asked) },
    browser: { act: (act, until) => browser.act(agentId, act, until) },
    commands: { run: (command) => executeCommand(run, call, command) },
  }
}

function getTerminal(keptTerminals: KeptTerminals, name: string): KeptTerminal {
  const found = keptTerminals.find(name)
  if (found) return found
  const names = keptTerminals.list().map((one) => one.name)
  const there = names.length > 0 ? `There are ${names.join(', ')}.` : 'Start one first.'
  throw new AppError('not-found', `There is no terminal ${textOf(name)}. ${there}`)
}

/** What there is of the project beside its files: its repository, what that and its sessions tell, its tasks. */
function ofProject(
  run: ToolRunContext,
  call: RunningCall,
): Pick<ToolContext, 'repository' | 'authorship' | 'tasks'> {
  const { sessionId, workspace, signal, authorshipReports, tasks, log } = run
  const { projectId } = getSession(run.store, sessionId)
  const place = { root: workspace.root, signal }
  return {
    repository: openRepository(place),
    authorship: authorshipReports.of({ ...place, projectId }),
    tasks: tasks.of({ projectId, sessionId, by: sourceOf(run, call), log }),
  }
}

const ANSWER_MS = 10_000

/** Notes with the call that a page is shown, and how it looks now. Fails where nothing answers there. */
async function openPreview(
  run: SessionStore & Pick<RunServices, 'browser'>,
  call: RunningCall,
  { url, title, signal }: AskedPreview,
): Promise<ShownPreview> {
  await checkAnswer(url, signal)
  const { picture, pageTitle, news } = await lookAt(run, call, { url, signal })
  const shown = { url, title: title || pageTitle || new URL(url).host }
  const { spanId, agentId } = call
  const data = { ...shown, ...(picture && { picture }) }
  call.alongside.push({ kind: 'preview.opened', spanId, agentId, data })
  return { ...shown, news }
}

async function checkAnswer(url: string, signal: AbortSignal): Promise<void> {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
    const response = await fetch(url, { redirect: 'manual', signal: within })
    await response.body?.cancel()
  } catch (cause) {
    signal.throwIfAborted()
    const message = `Nothing answers at ${url}. Start the server, wait until it listens, and try again.`
    throw new AppError('unavailable', message, { cause })
  }
}

interface Look {
  readonly picture?: FileContent
  readonly pageTitle?: string
  readonly news: readonly string[]
}

/** In a page of its own: the agent's stays as it is. Without a browser there is no picture, and that is said. */
async function lookAt(
  { browser, store, sessionId }: SessionStore & Pick<RunServices, 'browser'>,
  { spanId }: RunningCall,
  { url, signal }: Pick<AskedPreview, 'url' | 'signal'>,
): Promise<Look> {
  try {
    const { page } = await browser.act(spanId, { type: 'open', url }, signal)
    const { image } = await browser.act(spanId, { type: 'screenshot', isWhole: false }, signal)
    await browser.act(spanId, { type: 'close' }, signal)
    const bytes = Buffer.from(image?.base64 ?? '', 'base64')
    const picture = { hash: store.blobs.put(sessionId, bytes), size: bytes.byteLength }
    return { picture, news: [], ...(page && { pageTitle: page.title }) }
  } catch (error) {
    signal.throwIfAborted()
    if (!AppError.is(error)) throw error
    return { news: [`No picture of it is kept for the replay: ${error.message}`] }
  }
}
