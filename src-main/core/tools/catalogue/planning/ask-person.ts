import { z } from 'zod'
import { defineTool, textOf } from '../../definition/define-tool.ts'
import { NOTHING_TOUCHED } from '../../definition/touches.ts'

/** The question is the title, so that it stands wherever the call waits. */
export const askPerson = defineTool({
  name: 'ask_person',
  effect: 'read',
  isQuestion: true,
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
  touches: () => NOTHING_TOUCHED,
  title: (args) => textOf(args['question'], 'A question without words'),
  risk: () => 'Changes nothing. The agent waits for the answer; others go on.',
})
