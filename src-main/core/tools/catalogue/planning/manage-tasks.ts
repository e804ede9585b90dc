import { z } from 'zod'
import { TaskFields, TaskPriority, TaskStatus } from '#shared/events/task.ts'
import { defineTool, textOf } from '../../definition/define-tool.ts'

const { title, description, who, dependsOn, files } = TaskFields.shape

export const TaskArgs = z.object({
  action: z.enum(['list', 'get', 'create', 'update', 'remove']),
  id: z.int().positive().optional().describe('Its number. For get, update and remove.'),
  version: z
    .int()
    .positive()
    .optional()
    .describe('For update and remove: the version you saw, so that nobody’s change is lost.'),
  title: title.optional().describe('One line. For create it is needed.'),
  description: description
    .unwrap()
    .optional()
    .describe('What is to be done, and how one sees it is.'),
  status: TaskStatus.optional().describe('For list: only those.'),
  priority: TaskPriority.optional(),
  who: who.unwrap().optional().describe('Whose it is. For list: only those.'),
  depends_on: dependsOn
    .unwrap()
    .optional()
    .describe('Numbers of the tasks that have to be done before; all of them.'),
  files: files.unwrap().optional().describe('What it is about, as in /workspace/src/index.ts.'),
})
export type TaskArgs = z.infer<typeof TaskArgs>

const isReading = (action: unknown) => action === 'list' || action === 'get'

const DOING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    create: 'Add the task',
    update: 'Change task',
    remove: 'Remove task',
    get: 'Look at task',
  }),
)

export const manageTasks = defineTool({
  name: 'manage_tasks',
  effect: 'edit',
  effectFor: ({ action }) => (isReading(action) ? 'read' : 'edit'),
  description:
    'The project’s tasks, which outlast this session and which people edit too: list, get, create, update or remove them. For what is to be done beyond this session, or by others; your plan for this one is in `write_todos`. Tasks can wait for others; those that would wait for each other are refused, and so is a change of a version that is no longer the present one.',
  schema: TaskArgs,
  touches: ({ action }) => (isReading(action) ? { reads: ['tasks'] } : { changes: ['tasks'] }),
  title: ({ action, id, title: named }) => {
    const doing = DOING.get(textOf(action))
    if (!doing) return 'List the tasks'
    return action === 'create'
      ? `${doing} “${textOf(named)}”`
      : `${doing} #${typeof id === 'number' ? id : '?'}`
  },
  risk: ({ action }) =>
    isReading(action) ? 'Changes nothing.' : 'Changes the project’s list of tasks.',
})
