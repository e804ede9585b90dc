import { expect, test } from 'vitest'
import { openCliInProject } from '../../../test/support/cli-in-project.ts'

test('tasks are added, listed and done', async () => {
  using cli = openCliInProject()
  const tasks = (...args: readonly string[]) =>
    cli.orrery(['tasks', ...args, '--project', cli.project])
  expect((await tasks()).out).toMatch(/^There are no tasks here\. .* orrery tasks add/)
  expect((await tasks('add', 'Mend the orbit')).out).toBe('Task #1 is added.\n')
  await tasks('add', 'Ship it')
  expect((await tasks()).out).toBe('#1  open         Mend the orbit\n#2  open         Ship it\n')
  expect((await tasks('done', '#1')).out).toBe('Task #1 is done.\n')
  expect((await tasks('list')).out).toBe('#2  open         Ship it\n')
  const all = JSON.parse((await tasks('list', '--all', '--json')).out)
  expect(all).toMatchObject([{ id: 1, status: 'done', version: 2 }, { id: 2 }])
  expect(await tasks('done', '9')).toMatchObject({
    code: 2,
    err: 'There is no task 9 here. See: orrery tasks --all\n',
  })
  expect(await tasks('add')).toMatchObject({
    code: 2,
    err: expect.stringContaining('what is to be done'),
  })
}, 120_000)
