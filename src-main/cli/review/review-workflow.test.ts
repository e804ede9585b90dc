import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { command } from './review.ts'

const file = new URL('../../../docs/examples/review.yml', import.meta.url)

const Workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.object({
    review: z.object({
      if: z.string(),
      steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })),
    }),
  }),
})

const workflow = Workflow.parse(parse(readFileSync(file, 'utf8')))
const { steps } = workflow.jobs.review

test('the example runs on pull requests of one’s own, and may do no more than tell what was found', () => {
  expect(Object.keys(workflow.on)).toEqual(['pull_request'])
  expect(workflow.permissions).toEqual({ contents: 'read', 'security-events': 'write' })
  expect(workflow.jobs.review.if).toContain('head.repo.full_name == github.repository')
  const used = steps.flatMap(({ uses }) => uses ?? [])
  expect(used).toEqual(['actions/checkout@v5', 'github/codeql-action/upload-sarif@v4'])
})

test('its command has the options that there are, and nothing of a pull request is part of a script', () => {
  const scripts = steps.flatMap(({ run }) => run ?? [])
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([])
  const review = scripts.find((script) => script.startsWith('orrery review')) ?? ''
  const options = review.match(/--[\w-]+/g) ?? []
  expect(options).toEqual([
    ...['--base', '--model', '--budget-usd', '--max-minutes', '--fail-on'],
    ...['--format', '--output', '--format', '--output'],
  ])
  expect(options.filter((option) => !command.usage.includes(`${option} `))).toEqual([])
  expect(review.split('\n')).toHaveLength(1)
})
