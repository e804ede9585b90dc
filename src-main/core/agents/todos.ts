import { z } from 'zod'
import { Todo } from '#shared/events/todos.ts'
import type { Args } from '../tools/define.ts'

const Plan = z.object({ todos: z.array(Todo) })

/** The plan in a call of `write_todos`; `undefined` where it is none. */
export function todosOf(args: Args): readonly Todo[] | undefined {
  const plan = Plan.safeParse(args)
  return plan.success ? plan.data.todos : undefined
}
