import { tool } from '@langchain/core/tools'
import { z } from 'zod'
import type { RunContext } from '../run-context.ts'
import { askForDelegate } from './ask-for-delegate.ts'
import type { Crew } from './crew.ts'
import { sendMessage } from './send-message.ts'
import { createTeam, deleteTeam } from './teams.ts'

/** Put to a person in front of the tool: it is never run. */
export function createQuestionTool() {
  return tool(() => '', {
    name: 'ask_person',
    description:
      'Asks the person something that only they can say, and waits for the answer, which may take hours. Only where you cannot find it out yourself, and a wrong guess would do harm or waste the work: a decision that is theirs, a wish you cannot infer, an access they must give. Never to have your work confirmed or to report. Ask everything in one question, give the options you see, and say which you would take.',
    schema: z.object({
      question: z
        .string()
        .describe('One question, complete in itself: the person does not see your thoughts.'),
      options: z
        .array(z.string())
        .optional()
        .describe('Answers to choose from; the person may answer something else.'),
    }),
  })
}

/** What an agent with a thread of its own can do with others that have one. */
export function createCrewTools(run: RunContext, crew: Crew) {
  return [
    tool((asked) => askForDelegate(run, crew, asked), {
      name: 'delegate_task',
      description:
        'As `task`, but answers at once: the subagent works in the background while you go on, and its report comes to you as a message when your turn has ended. For long work whose result you do not need for your next steps.',
      schema: z.object({
        subagent_type: z.string().describe('Which subagent type does it.'),
        description: z.string().describe('All it is told, as for `task`.'),
      }),
    }),
    tool((asked) => createTeam(run, crew, asked), {
      name: 'create_team',
      description:
        'Makes a team of subagents that keep their context and to which you can write again and again with `send_message`. Each begins with its brief at once, sleeps when it is done, and wakes when somebody writes to it. For work in several rounds on the same matter; for a single task take `task`.',
      schema: z.object({
        name: z.string().describe('What the team is called.'),
        members: z
          .array(
            z.object({
              name: z
                .string()
                .describe('What the teammate is called: small letters, digits and dashes.'),
              subagent_type: z.string(),
              brief: z
                .string()
                .describe('What it is for and what it is to do first: all it is told.'),
            }),
          )
          .min(1),
      }),
    }),
    tool((asked) => sendMessage(run, crew, asked), {
      name: 'send_message',
      description:
        'Writes to a teammate, or to `lead`. Whoever sleeps wakes; whoever works hears it with the next step. You are not answered here: an answer comes to you as a message.',
      schema: z.object({
        to: z.string().describe('The name of a teammate, or lead.'),
        text: z.string().describe('The message. It is all the other is told.'),
      }),
    }),
    tool((asked) => deleteTeam(run, crew, asked), {
      name: 'delete_team',
      description:
        'Dissolves a team when its work is done: members at work are stopped, and what they know is forgotten. What they did stands.',
      schema: z.object({ name: z.string() }),
    }),
  ]
}
