import type { z } from 'zod'
import { createTeam as teamTool } from '../../tools/create-team.ts'
import type { DefinedTool } from '../../tools/define.ts'
import { delegateTask } from '../../tools/delegate-task.ts'
import { deleteTeam as endTeamTool } from '../../tools/delete-team.ts'
import { sendMessage as messageTool } from '../../tools/send-message.ts'
import { type OwnTool, toGraphTool } from '../calls/own-tools.ts'
import type { RunContext } from '../run-context.ts'
import { askForDelegate } from './ask-for-delegate.ts'
import type { Crew } from './crew.ts'
import { sendMessage } from './send-message.ts'
import { createTeam, deleteTeam } from './teams.ts'

/** What an agent with a thread of its own can do with others that have one. */
export function createCrewTools(run: RunContext, crew: Crew): readonly OwnTool[] {
  return [
    bind(delegateTask, (asked) => askForDelegate(run, crew, asked)),
    bind(teamTool, (asked) => createTeam(run, crew, asked)),
    bind(messageTool, (asked) => sendMessage(run, crew, asked)),
    bind(endTeamTool, (asked) => deleteTeam(run, crew, asked)),
  ]
}

function bind<S extends z.ZodObject>(
  tool: DefinedTool<S>,
  act: (asked: z.infer<S>) => string | Promise<string>,
): OwnTool {
  return toGraphTool(tool, async (args) => act(tool.schema.parse(args)))
}
