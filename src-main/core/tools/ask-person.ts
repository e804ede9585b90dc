import { defineTool, textOf } from './define.ts'

/** The question is the title, so that it stands wherever the call waits. */
export const askPerson = defineTool({
  name: 'ask_person',
  effect: 'read',
  isQuestion: true,
  title: (args) => textOf(args['question'], 'A question without words'),
  risk: () => 'Changes nothing. The agent waits for the answer; others go on.',
})
