import { askPerson } from './ask-person.ts'
import { browser } from './browser.ts'
import { composeFiles } from './compose-files.ts'
import { createTeam } from './create-team.ts'
import { debugControl } from './debug-control.ts'
import { debugEvaluate } from './debug-evaluate.ts'
import { debugGetStackTrace } from './debug-get-stack-trace.ts'
import { debugGetState } from './debug-get-state.ts'
import { debugGetVariables } from './debug-get-variables.ts'
import { debugSetBreakpoints } from './debug-set-breakpoints.ts'
import { debugStart } from './debug-start.ts'
import { deepTerminal } from './deep-terminal.ts'
import type { Args, DefinedTool, Tool } from './define.ts'
import { delegateTask } from './delegate-task.ts'
import { deleteFile } from './delete-file.ts'
import { deleteTeam } from './delete-team.ts'
import { editFile } from './edit-file.ts'
import { getArchitectureKnowledge } from './get-architecture-knowledge.ts'
import { getDiagnostics } from './get-diagnostics.ts'
import { git } from './git.ts'
import { glob } from './glob.ts'
import { grep } from './grep.ts'
import { ls } from './ls.ts'
import { manageCoreMemory } from './manage-core-memory.ts'
import { manageTasks } from './manage-tasks.ts'
import { manageTerminal } from './manage-terminal.ts'
import { isMcpName, mcpTool } from './mcp-tool.ts'
import { moveFile } from './move-file.ts'
import { openWebPreview } from './open-web-preview.ts'
import { readDiff } from './read-diff.ts'
import { readFile } from './read-file.ts'
import { requestReview } from './request-review.ts'
import { runCommand } from './run-command.ts'
import { runTests } from './run-tests.ts'
import { searchSymbols } from './search-symbols.ts'
import { searchVectorDb } from './search-vector-db.ts'
import { sendMessage } from './send-message.ts'
import { standupIntelligence } from './standup-intelligence.ts'
import { submitFindings } from './submit-findings.ts'
import { submitReview } from './submit-review.ts'
import { task } from './task.ts'
import { teamGraph } from './team-graph.ts'
import { think } from './think.ts'
import { webSearch } from './web-search.ts'
import { writeFile } from './write-file.ts'
import { writeTodos } from './write-todos.ts'

/** What belongs together, as the reference has it. */
export interface ToolGroup {
  readonly name: string
  readonly tools: readonly DefinedTool[]
}

/** Every tool there is. To add one: write its file, list it here. */
export const toolGroups: readonly ToolGroup[] = [
  { name: 'Files', tools: [ls, readFile, writeFile, editFile, composeFiles, moveFile, deleteFile] },
  { name: 'Search', tools: [glob, grep, searchVectorDb] },
  { name: 'Code', tools: [searchSymbols, getDiagnostics, getArchitectureKnowledge] },
  { name: 'Running', tools: [runCommand, runTests, manageTerminal, deepTerminal] },
  {
    name: 'Debugging',
    tools: [
      ...[debugStart, debugControl, debugSetBreakpoints],
      ...[debugGetState, debugGetStackTrace, debugGetVariables, debugEvaluate],
    ],
  },
  { name: 'Git and people', tools: [git, standupIntelligence, teamGraph] },
  { name: 'Browser and web', tools: [browser, openWebPreview, webSearch] },
  { name: 'Thinking', tools: [think, writeTodos, askPerson] },
  { name: 'What stays', tools: [manageCoreMemory, manageTasks] },
  { name: 'Other agents', tools: [task, delegateTask, createTeam, sendMessage, deleteTeam] },
  { name: 'Reviews of changes', tools: [requestReview, readDiff, submitFindings, submitReview] },
]

export const tools: readonly DefinedTool[] = toolGroups.flatMap((group) => group.tools)

const byName: ReadonlyMap<string, DefinedTool> = new Map(tools.map((tool) => [tool.name, tool]))

/** One of ours, whole. */
export function definedTool(name: string): DefinedTool | undefined {
  return byName.get(name)
}

/** A tool nobody described is taken for one that can do anything. */
export function toolNamed(name: string): Tool {
  if (isMcpName(name)) return mcpTool(name)
  return byName.get(name) ?? { name, effect: 'execute', title: () => name }
}

/** The tool as one call of it is judged and shown: with what that does. */
export function toolFor(name: string, args: Args): Tool {
  const tool = toolNamed(name)
  return { ...tool, effect: tool.effectFor?.(args) ?? tool.effect }
}

/** Whether somebody has said what the tool does. */
export function isKnown(name: string): boolean {
  return byName.has(name)
}

/** Whether some calls of a tool only read, or all of them. */
export function canRead(name: string): boolean {
  const { effect, effectFor } = toolNamed(name)
  return effect === 'read' || effectFor !== undefined
}
