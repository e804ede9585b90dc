import { Check, Circle, Clock } from 'lucide-react'
import type { Todo } from '#shared/events/task.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { earlierRunOf, type TodosState } from '#shared/projections/todos.ts'
import { nameOf } from '../../session/agents/format-agent.ts'
import { useSelection, useSessionView } from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { PanelBar } from '../../ui/panels/panel-bar.tsx'
import { classNames } from '../../ui/styles/class-names.ts'
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx'
import styles from './plan-panel.module.css'

const icons = { pending: Circle, in_progress: Clock, completed: Check } as const
const words = { pending: 'to do', in_progress: 'now', completed: 'done' } as const
const nothing: readonly Todo[] = []

/**
 * The lead's plan, or that of the subagent whose transcript is open. It is the agent's own, and so is
 * every tick: nothing here is checked against what was done.
 */
export function PlanPanel() {
  const { agentId } = useSelection()
  const view = useSessionView()
  // A session may begin with a review, which others conduct.
  const leadId = useProjection(view, 'todos', (state: TodosState) => state.leadId)
  const shown = agentId ?? leadId
  const who = useProjection(view, 'timeline', ({ lanes }: TimelineState) => {
    const lane = shown && lanes[shown]
    return lane ? nameOf(lane) : 'the agent'
  })
  const todos = useProjection(
    view,
    'todos',
    ({ byAgent }: TodosState) => (shown && byAgent[shown]) ?? nothing,
  )
  const earlierRun = useProjection(
    view,
    'todos',
    (state: TodosState) => shown && earlierRunOf(state, shown),
  )
  const done = todos.filter(({ status }) => status === 'completed').length
  return (
    <div className={styles.plan}>
      <PanelBar isOpen className={styles.head}>
        <h2>Plan</h2>
        {todos.length > 0 && (
          <span title={earlierRun === undefined ? OWN : `${OWN} ${NOT_YET}`}>
            {earlierRun === undefined ? `${who} says ` : `run ${earlierRun}: `}
            {done} of {todos.length} done
          </span>
        )}
      </PanelBar>
      {todos.length === 0 && <p className={styles.none}>What the agent plans appears here.</p>}
      <ol className={styles.list} data-earlier={earlierRun !== undefined}>
        {withKeys(todos).map(({ key, todo }) => (
          <Step key={key} todo={todo} isOver={earlierRun !== undefined} />
        ))}
      </ol>
    </div>
  )
}

const OWN = 'The plan is the agent’s own, and so are its ticks.'
const NOT_YET = 'What came after that run has no plan of its own so far.'

interface StepProps {
  readonly todo: Todo
  /** Nobody is at it any more. */
  readonly isOver: boolean
}

function Step({ todo, isOver }: StepProps) {
  const Icon = icons[todo.status]
  const isLeft = isOver && todo.status === 'in_progress'
  return (
    <li className={classNames(styles.step, styles[todo.status])} title={todo.content}>
      <Icon aria-hidden="true" />
      <span>{todo.content}</span>
      <VisuallyHidden>{isLeft ? 'begun' : words[todo.status]}</VisuallyHidden>
    </li>
  )
}

/** A plan has no ids: a step is its words, and how often they came before. */
function withKeys(
  todos: readonly Todo[],
): readonly { readonly key: string; readonly todo: Todo }[] {
  const seen = new Map<string, number>()
  return todos.map((todo) => {
    const before = seen.get(todo.content) ?? 0
    seen.set(todo.content, before + 1)
    return { key: `${todo.content} ${before}`, todo }
  })
}
