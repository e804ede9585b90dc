import { AppError } from '#shared/error.ts'
import { openRepository } from '../../repository/repository.ts'
import { getSession } from '../../session-rows.ts'
import type { KeptTerminal } from '../../terminals/kept-terminal.ts'
import type { ToolContext } from '../../tools/context.ts'
import { textOf } from '../../tools/define.ts'
import { callEmbedding } from '../models/embedding-call.ts'
import type { RunContext } from '../run-context.ts'
import { AgentSeenFiles } from './agent-seen-files.ts'
import { executeCommand } from './execute-command.ts'
import { openPreview } from './open-preview.ts'
import { type RunningCall, sourceOf } from './running-call.ts'
import { typeInto } from './typing.ts'

/** What the tool of a running call works on and with. */
export function contextOf(run: RunContext, call: RunningCall): ToolContext {
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
      get: (name) => getTerminal(run, name),
      list: () => run.keptTerminals.list(),
      type: (name, text) => typeInto(getTerminal(run, name), text, { typedBefore, shellJudge }),
    },
    ...ofProject(run, call),
    preview: { open: (asked) => openPreview(run, call, asked) },
    browser: { act: (act, until) => browser.act(agentId, act, until) },
    commands: { run: (command) => executeCommand(run, call, command) },
  }
}

function getTerminal({ keptTerminals }: RunContext, name: string): KeptTerminal {
  const found = keptTerminals.find(name)
  if (found) return found
  const names = keptTerminals.list().map((one) => one.name)
  const there = names.length > 0 ? `There are ${names.join(', ')}.` : 'Start one first.'
  throw new AppError('not-found', `There is no terminal ${textOf(name)}. ${there}`)
}

/** What there is of the project beside its files: its repository, what that and its sessions tell, its tasks. */
function ofProject(
  run: RunContext,
  call: RunningCall,
): Pick<ToolContext, 'repository' | 'history' | 'tasks'> {
  const { sessionId, workspace, signal, histories, tasks, log } = run
  const { projectId } = getSession(run.store, sessionId)
  const place = { root: workspace.root, signal }
  return {
    repository: openRepository(place),
    history: histories.of({ ...place, projectId }),
    tasks: tasks.of({ projectId, sessionId, by: sourceOf(run, call), log }),
  }
}
