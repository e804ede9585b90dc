import { expect, test } from 'vitest'
import { z } from 'zod'
import { Settings } from '../settings/settings.ts'
import { tellIssue } from './describe-issue.ts'

/** What is said of each place that is wrong. */
function tell(schema: z.ZodType, value: unknown): Record<string, string> {
  const issues = schema.safeParse(value, { error: tellIssue }).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

test('what is wrong with a setting is a sentence of ours', () => {
  const wrong = {
    concurrency: { maxSessions: 0 },
    delegation: { maxParallel: 1000, isOn: 'yes' },
    budgets: { month: 'much', run: 0 },
    limits: { minutes: -1, events: 1.5, nope: 1 },
    theme: 'blue',
    fallbacks: 'none',
    baseUrls: { openai: 'nowhere' },
    model: 'nonsense',
    skills: 3,
    models: { 'a:b': { label: '' } },
  }
  expect(tell(Settings, wrong)).toEqual({
    'concurrency.maxSessions': 'It must be at least 1.',
    'delegation.maxParallel': 'It must be at most 64.',
    'delegation.isOn': 'It must be true or false.',
    'budgets.month': 'It must be a number.',
    'budgets.run': 'It must be above 0.',
    'limits.minutes': 'It must be above 0.',
    'limits.events': 'It must be a whole number.',
    limits: "It can't have nope.",
    theme: 'It must be system, dark, light or contrast.',
    fallbacks: 'It must be a list.',
    'baseUrls.openai': 'It is not an address.',
    model: 'Name a model as PROVIDER:MODEL.',
    skills: 'It must be an object.',
    'models.a:b.label': 'It must not be empty.',
  })
})

test('so is what is missing, too long, or of no kind that can be', () => {
  const schema = z.object({
    name: z.string(),
    words: z.array(z.string()).max(1),
    code: z.string().length(2),
    either: z.union([z.string(), z.number()]),
  })
  expect(tell(schema, { words: ['a', 'b'], code: 'abc', either: true })).toEqual({
    name: 'It is missing. It must be text.',
    words: 'It must have at most 1 entry.',
    code: 'It must have at most 2 characters.',
    either: 'It is nothing that can stand there.',
  })
})
