import { expect, test } from 'vitest'
import { ProjectTask } from '#shared/events/task.ts'
import { groupTasks, NEW_TASK, toDraft, toFields, waitsFor } from './tasks.ts'

const task = (id: number, more: object = {}) =>
  ProjectTask.parse({ id, version: 1, createdAt: 0, changedAt: id, title: `task ${id}`, ...more })

test('tasks stand by status, the pressing first, and of what is over the latest', () => {
  const tasks = [
    task(1),
    task(2, { priority: 'urgent' }),
    task(3, { status: 'done' }),
    task(4, { status: 'done' }),
    task(5, { status: 'in_progress' }),
  ]
  const told = groupTasks(tasks).map(({ status, tasks: own }) => [status, own.map(({ id }) => id)])
  expect(told).toEqual([
    ['in_progress', [5]],
    ['open', [2, 1]],
    ['done', [4, 3]],
  ])
})

test('a task waits for those before it that are not over', () => {
  const tasks = [task(1), task(2, { status: 'done' }), task(3, { status: 'dropped' })]
  expect(waitsFor(task(4, { dependsOn: [1, 2, 3, 9] }), tasks)).toEqual([1])
  expect(waitsFor(task(4, { dependsOn: [1], status: 'done' }), tasks)).toEqual([])
})

test('what a person writes of a task is what is kept of it', () => {
  const kept = task(4, { dependsOn: [1, 2], files: ['/workspace/a.ts'], who: 'Ada' })
  const { id, version, createdAt, changedAt, ...fields } = kept
  expect([id, version, createdAt, changedAt]).toEqual([4, 1, 0, 4])
  expect(toFields(toDraft(kept))).toEqual(fields)
  const written = { ...NEW_TASK, title: ' Mend ', dependsOn: '3 and #3', files: ' src/a.ts \n\n' }
  expect(toFields(written)).toMatchObject({
    title: 'Mend',
    dependsOn: [3],
    files: ['/workspace/src/a.ts'],
  })
  expect(toFields({ ...NEW_TASK, title: ' ' })).toBeUndefined()
})
