import type { ProjectTask } from '#shared/events/task.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { priorityWords } from './group-tasks.ts'
import styles from './tasks.module.css'

/** All that is said of a task, to be read. */
export function TaskDetails({ task }: { readonly task: ProjectTask }) {
  const { description, priority, who, dependsOn, files } = task
  const needs = dependsOn.map((id) => `#${id}`).join(', ')
  const facts = [
    ['Priority', priorityWords[priority]],
    ['Who does it', who],
    ['Waits for', needs],
    ['Files', files.join('\n')],
  ].filter(([, value]) => value !== '')
  return (
    <div className={styles.details}>
      {description && <Markdown text={description} />}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
