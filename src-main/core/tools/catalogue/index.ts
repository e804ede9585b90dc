import type { Args, CatalogueEntry, Tool } from '../definition/define-tool.ts'
import { getArchitectureKnowledge } from './code/get-architecture-knowledge.ts'
import { getDiagnostics } from './code/get-diagnostics.ts'
import { searchSymbols } from './code/search-symbols.ts'
import { searchVectorDb } from './code/search-vector-db.ts'
import { readDiff } from './code-review/read-diff.ts'
import { requestReview } from './code-review/request-review.ts'
import { submitFindings } from './code-review/submit-findings.ts'
import { submitReview } from './code-review/submit-review.ts'
import { deepTerminal } from './commands/deep-terminal.ts'
import { manageTerminal } from './commands/manage-terminal.ts'
import { runCommand } from './commands/run-command.ts'
import { runTests } from './commands/run-tests.ts'
import { debugControl } from './debugging/debug-control.ts'
import { debugEvaluate } from './debugging/debug-evaluate.ts'
import { debugGetStackTrace } from './debugging/debug-get-stack-trace.ts'
import { debugGetState } from './debugging/debug-get-state.ts'
import { debugGetVariables } from './debugging/debug-get-variables.ts'
import { debugSetBreakpoints } from './debugging/debug-set-breakpoints.ts'
import { debugStart } from './debugging/debug-start.ts'
import { createTeam } from './delegation/create-team.ts'
import { delegateTask } from './delegation/delegate-task.ts'
import { deleteTeam } from './delegation/delete-team.ts'
import { sendMessage } from './delegation/send-message.ts'
import { task } from './delegation/task.ts'
import { composeFiles } from './files/compose-files.ts'
import { deleteFile } from './files/delete-file.ts'
import { editFile } from './files/edit-file.ts'
import { glob } from './files/glob.ts'
import { grep } from './files/grep.ts'
import { ls } from './files/ls.ts'
import { moveFile } from './files/move-file.ts'
import { readFile } from './files/read-file.ts'
import { writeFile } from './files/write-file.ts'
import { git } from './git/git.ts'
import { standupIntelligence } from './git/standup-intelligence.ts'
import { teamGraph } from './git/team-graph.ts'
import { isMcpName, mcpTool } from './mcp-tool.ts'
import { askPerson } from './planning/ask-person.ts'
import { manageCoreMemory } from './planning/manage-core-memory.ts'
import { manageTasks } from './planning/manage-tasks.ts'
import { think } from './planning/think.ts'
import { writeTodos } from './planning/write-todos.ts'
import { browser } from './web/browser.ts'
import { openWebPreview } from './web/open-web-preview.ts'
import { webSearch } from './web/web-search.ts'

/** A section of docs/tools.md. */
interface ToolGroup {
  readonly name: string
  readonly tools: readonly CatalogueEntry[]
}

/** Every tool. To add one, write its entry and list it here, and list its runner in `runners/index.ts`. */
export const toolGroups: readonly ToolGroup[] = [
  { name: 'Files', tools: [ls, readFile, writeFile, editFile, composeFiles, moveFile, deleteFile] },
  { name: 'Search', tools: [glob, grep, searchVectorDb] },
  { name: 'Code', tools: [searchSymbols, getDiagnostics, getArchitectureKnowledge] },
  { name: 'Running', tools: [runCommand, runTests, manageTerminal, deepTerminal] },
  {
    name: 'Debugging',
    tools: [
      debugStart,
      debugControl,
      debugSetBreakpoints,
      debugGetState,
      debugGetStackTrace,
      debugGetVariables,
      debugEvaluate,
    ],
  },
  { name: 'Git and people', tools: [git, standupIntelligence, teamGraph] },
  { name: 'Browser and web', tools: [browser, openWebPreview, webSearch] },
  { name: 'Thinking', tools: [think, writeTodos, askPerson] },
  { name: 'What stays', tools: [manageCoreMemory, manageTasks] },
  { name: 'Other agents', tools: [task, delegateTask, createTeam, sendMessage, deleteTeam] },
  { name: 'Reviews of changes', tools: [requestReview, readDiff, submitFindings, submitReview] },
]

export const tools: readonly CatalogueEntry[] = toolGroups.flatMap((group) => group.tools)

const byName: ReadonlyMap<string, CatalogueEntry> = new Map(tools.map((tool) => [tool.name, tool]))

export function findTool(name: string): CatalogueEntry | undefined {
  return byName.get(name)
}

/** An unknown tool counts as one that can do anything. */
export function toolNamed(name: string): Tool {
  if (isMcpName(name)) return mcpTool(name)
  return byName.get(name) ?? { name, effect: 'execute', title: () => name }
}

/** Returns a tool with the effect that a call with these arguments has. */
export function toolFor(name: string, args: Args): Tool {
  const tool = toolNamed(name)
  return { ...tool, effect: tool.effectFor?.(args) ?? tool.effect }
}

/** Whether the catalogue has the tool. */
export function isKnown(name: string): boolean {
  return byName.has(name)
}

/** Whether any call of the tool can be one that only reads. */
export function canRead(name: string): boolean {
  const { effect, effectFor } = toolNamed(name)
  return effect === 'read' || effectFor !== undefined
}
