import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { type ProjectTask, TaskFields, TaskPriority, TaskStatus } from '#shared/events/task.ts'
import type { KnownTask, ProjectTasks, TaskEdit } from '../tasks/define.ts'
import type { ToolAnswer } from './answer.ts'
import { boundLines } from './bound-lines.ts'
import { defineTool, textOf } from './define.ts'

const { title, description, who, dependsOn, files } = TaskFields.shape

const Args = z.object({
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
type Args = z.infer<typeof Args>

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
  schema: Args,
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
  run: async (args, { tasks }) => {
    switch (args.action) {
      case 'list':
        return list(tasks, args)
      case 'get':
        return tell(tasks.get(idOf(args)))
      case 'create':
        return tell(await tasks.create(toEdit(args)), 'Added')
      case 'update':
        return tell(await tasks.update(knownOf(args), toEdit(args)), 'Changed')
      case 'remove': {
        const known = knownOf(args)
        await tasks.remove(known)
        return `Removed task #${known.id}.`
      }
    }
  },
})

function toEdit({ depends_on: needs, ...args }: Args): TaskEdit {
  const { title: named, description: said, status, priority, who: whose, files: about } = args
  if (args.action === 'create' && named === undefined) {
    throw new AppError('invalid-input', 'A task needs a `title`.')
  }
  const fields = { description: said, status, priority, who: whose, dependsOn: needs, files: about }
  return { ...fields, title: named }
}

function idOf({ id, action }: Args): number {
  if (id !== undefined) return id
  throw new AppError('invalid-input', `Say the \`id\` of the task to ${action}.`)
}

function knownOf(args: Args): KnownTask {
  const id = idOf(args)
  if (args.version !== undefined) return { id, version: args.version }
  throw new AppError(
    'invalid-input',
    `Say the \`version\` of task #${id} that you saw: get it first.`,
  )
}

function list(tasks: ProjectTasks, { status, who: whose }: Args): ToolAnswer {
  const all = tasks.list()
  const found = all.filter(
    (task) =>
      (status === undefined || task.status === status) &&
      (whose === undefined || task.who.toLowerCase() === whose.toLowerCase()),
  )
  const display = { type: 'list', items: found.length } as const
  if (found.length === 0) {
    const none = all.length === 0 ? 'The project has no tasks.' : 'No task is like that.'
    return { text: none, display }
  }
  const isDone = new Set(all.filter((one) => one.status === 'done').map(({ id }) => id))
  const lines = found.map((task) => toLine(task, isDone))
  return { text: boundLines(lines, 'Ask for one status.'), display }
}

function toLine(task: ProjectTask, isDone: ReadonlySet<number>): string {
  const waiting = task.dependsOn.filter((id) => !isDone.has(id)).map((id) => `#${id}`)
  const told = [
    `#${task.id} [${task.status}${task.priority === 'normal' ? '' : `, ${task.priority}`}] ${task.title}`,
    task.who && `(${task.who})`,
    waiting.length > 0 && `waits for ${waiting.join(', ')}`,
    `v${task.version}`,
  ]
  return told.filter(Boolean).join(' ')
}

function tell(task: ProjectTask, done?: string): ToolAnswer {
  const { id, version, dependsOn: needs, files: about } = task
  const lines = [
    `${done ? `${done} task` : 'Task'} #${id}, version ${version}: ${task.title}`,
    `Status ${task.status}, priority ${task.priority}${task.who ? `, ${task.who}` : ''}`,
    needs.length > 0 && `Depends on ${needs.map((one) => `#${one}`).join(', ')}`,
    about.length > 0 && `Files: ${about.join(', ')}`,
    task.description && `\n${task.description}`,
  ]
  const text = lines.filter((line) => line !== false && line !== '').join('\n')
  return { text, display: { type: 'text', lines: text.split('\n').length } }
}
