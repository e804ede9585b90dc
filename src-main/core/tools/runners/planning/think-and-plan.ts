import { think } from '../../catalogue/planning/think.ts'
import { writeTodos } from '../../catalogue/planning/write-todos.ts'
import { defineRunner } from '../../context/define-runner.ts'

export const thinkRunner = defineRunner(think, {
  run: async ({ thought }) => ({
    text: 'Written down.',
    display: { type: 'text', lines: thought.split('\n').length },
  }),
})

export const writeTodosRunner = defineRunner(writeTodos, {
  run: async ({ todos }) => {
    const done = todos.filter(({ status }) => status === 'completed').length
    const text = `The plan has ${todos.length} items, of which ${done} are completed.`
    return { text, display: { type: 'list', items: todos.length } }
  },
})
