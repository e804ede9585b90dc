import { z } from 'zod'
import { defineTool, textOf } from '../../definition/define-tool.ts'

const schema = z.object({
  expression: z.string().min(1).max(4000).describe('As in items.filter((item) => !item.price).'),
  frame: z.int().min(0).default(0).describe('In which call on the stack; 0 is the innermost.'),
  depth: z.int().min(1).max(4).default(2).describe('How far into what it comes to.'),
  may_change: z.boolean().default(false).describe('It may call and change whatever it likes.'),
})

export const debugEvaluate = defineTool({
  name: 'debug_evaluate',
  effect: 'execute',
  description:
    'Evaluates an expression where the program you debug has stopped, in its language and with its variables, and answers its value. It may only look: in Node what would change something is refused as it is evaluated, elsewhere calls and assignments are not taken. With `may_change` anything is, and judged as a command.',
  schema,
  title: (args) => `Evaluate ${textOf(args['expression'], 'an expression')}`,
  risk: (args) =>
    args['may_change'] === true
      ? 'Runs any code inside the program, with all your rights.'
      : 'Looks at a value of the program.',
  command: (args) => {
    const { data } = schema.safeParse(args)
    if (!data) return '$unreadable'
    return data.may_change ? `node -e '${data.expression.replaceAll("'", "'\\''")}'` : undefined
  },
})
