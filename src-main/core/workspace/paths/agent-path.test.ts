import { expect, test } from 'vitest'
import { AppError } from '#shared/lib/app-error.ts'
import { toPersonText, withPersonPaths } from './agent-path.ts'

test('a sentence names the files of a project as people do', () => {
  expect(toPersonText("Can't write /workspace/README.md: permission denied.")).toBe(
    "Can't write README.md: permission denied.",
  )
  expect(toPersonText('“/workspace/a.ts” and /workspace/b c.ts are gone.')).toBe(
    '“a.ts” and b c.ts are gone.',
  )
  const unchanged = 'There is no /docs/plan.md, no /home/me/workspace/x, and nothing in /workspace.'
  expect(toPersonText(unchanged)).toBe(unchanged)
})

test('a failure of what a person asked for keeps its code and its details', async () => {
  const failure = new AppError('denied', "Can't write /workspace/a.ts: permission denied.", {
    retryable: true,
    data: { path: 'a.ts' },
  })
  const failed = withPersonPaths(() => Promise.reject(failure))
  await expect(failed).rejects.toMatchObject({
    code: 'denied',
    message: "Can't write a.ts: permission denied.",
    details: failure.details,
  })
  const bug = new TypeError('/workspace/a.ts')
  await expect(withPersonPaths(() => Promise.reject(bug))).rejects.toBe(bug)
})
