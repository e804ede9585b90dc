import type { Runner } from '../context/define-runner.ts'
import type { PreparingContext } from '../context/tool-context.ts'
import type { Args } from '../definition/define-tool.ts'
import { getArchitectureKnowledgeRunner, searchSymbolsRunner } from './code/code-knowledge.ts'
import { getDiagnosticsRunner } from './code/get-diagnostics.ts'
import { searchVectorDbRunner } from './code/search-vector-db.ts'
import { deepTerminalRunner } from './commands/deep-terminal.ts'
import { manageTerminalRunner } from './commands/manage-terminal.ts'
import { runCommandRunner } from './commands/run-command.ts'
import { runTestsRunner } from './commands/run-tests.ts'
import { debugGetStackTraceRunner, debugGetStateRunner } from './debugging/inspect-program.ts'
import { debugEvaluateRunner, debugGetVariablesRunner } from './debugging/inspect-values.ts'
import {
  debugControlRunner,
  debugSetBreakpointsRunner,
  debugStartRunner,
} from './debugging/run-program.ts'
import { composeFilesRunner } from './files/compose-files.ts'
import { deleteFileRunner } from './files/delete-file.ts'
import { editFileRunner } from './files/edit-file.ts'
import { globRunner } from './files/glob.ts'
import { grepRunner } from './files/grep.ts'
import { lsRunner } from './files/ls.ts'
import { moveFileRunner } from './files/move-file.ts'
import { readFileRunner } from './files/read-file.ts'
import { writeFileRunner } from './files/write-file.ts'
import { standupIntelligenceRunner, teamGraphRunner } from './git/authorship.ts'
import { gitRunner } from './git/git.ts'
import { manageCoreMemoryRunner } from './planning/manage-core-memory.ts'
import { manageTasksRunner } from './planning/manage-tasks.ts'
import { thinkRunner, writeTodosRunner } from './planning/think-and-plan.ts'
import { browserRunner } from './web/browser.ts'
import { openWebPreviewRunner } from './web/open-web-preview.ts'
import { webSearchRunner } from './web/web-search.ts'

/** The runners of all tools but those that the agents' own code answers, such as subagents, teams and questions. */
export const runners: readonly Runner[] = [
  getArchitectureKnowledgeRunner,
  getDiagnosticsRunner,
  searchSymbolsRunner,
  searchVectorDbRunner,
  deepTerminalRunner,
  manageTerminalRunner,
  runCommandRunner,
  runTestsRunner,
  debugControlRunner,
  debugEvaluateRunner,
  debugGetStackTraceRunner,
  debugGetStateRunner,
  debugGetVariablesRunner,
  debugSetBreakpointsRunner,
  debugStartRunner,
  composeFilesRunner,
  deleteFileRunner,
  editFileRunner,
  globRunner,
  grepRunner,
  lsRunner,
  moveFileRunner,
  readFileRunner,
  writeFileRunner,
  gitRunner,
  standupIntelligenceRunner,
  teamGraphRunner,
  manageCoreMemoryRunner,
  manageTasksRunner,
  thinkRunner,
  writeTodosRunner,
  browserRunner,
  openWebPreviewRunner,
  webSearchRunner,
]

const byName: ReadonlyMap<string, Runner> = new Map(runners.map((one) => [one.tool.name, one]))

export function findRunner(name: string): Runner | undefined {
  return byName.get(name)
}

/** Completes a call's arguments from the project, so that they can be judged and shown. */
export async function prepareArgs(
  name: string,
  args: Args,
  context: PreparingContext,
): Promise<Args> {
  return (await findRunner(name)?.prepare?.(args, context)) ?? args
}
