import { createTeam as teamTool } from '../../tools/create-team.ts'
import { delegateTask } from '../../tools/delegate-task.ts'
import { deleteTeam as endTeamTool } from '../../tools/delete-team.ts'
import { requestReview as reviewTool } from '../../tools/request-review.ts'
import { sendMessage as messageTool } from '../../tools/send-message.ts'
import { bindTool, type OwnTool } from '../calls/own-tools.ts'
import { requestReview } from '../reviewing/request-review.ts'
import type { RunContext } from '../run-context.ts'
import { askForDelegate } from './ask-for-delegate.ts'
import type { Crew } from './crew.ts'
import { sendMessage } from './send-message.ts'
import { createTeam, deleteTeam } from './teams.ts'

/** What an agent with a thread of its own can do with others that have one. */
export function createCrewTools(run: RunContext, crew: Crew): readonly OwnTool[] {
  return [
    bindTool(delegateTask, (asked) => askForDelegate(run, crew, asked)),
    bindTool(teamTool, (asked) => createTeam(run, crew, asked)),
    bindTool(messageTool, (asked) => sendMessage(run, crew, asked)),
    bindTool(endTeamTool, (asked) => deleteTeam(run, crew, asked)),
    bindTool(reviewTool, (asked) => requestReview(run, asked)),
  ]
}
