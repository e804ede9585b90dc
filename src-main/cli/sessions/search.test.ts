import { expect, test } from 'vitest'
import type { Found } from '#shared/contract/procedures/search.ts'
import { openCliInProject } from '../../../test/support/cli-in-project.ts'
import { startModelServer } from '../../../test/support/model-server.ts'

test('what a run said and did is found from the shell, without an owner', async () => {
  using cli = openCliInProject()
  await using server = await startModelServer(() => ({ text: 'The zebra is in src/zoo/cage.ts.' }))
  const model = ['--model', 'compatible:scripted', '--base-url', server.url]
  expect((await cli.orrery(['run', ...model, '--project', cli.project, 'Where is it?'])).code).toBe(
    0,
  )
  const { code, out } = await cli.orrery(['search', 'zebra', 'cage.ts', '--project', cli.project])
  expect([code, out]).toEqual([0, expect.stringMatching(/^ses_\S+ {2}Where is it\?\n/)])
  expect(out).toMatch(/ answer +lead +The zebra is in src\/zoo\/cage\.ts\.\n$/)
  const { out: json } = await cli.orrery(['search', 'where', '--session', 'last', '--json'])
  const found: Found[] = JSON.parse(json)
  expect(found.map(({ type }) => type)).toContain('prompt')
  expect((await cli.orrery(['search', 'zebr'])).out).toBe(
    'Nothing was found. All words must occur in the same place.\n',
  )
  expect(await cli.orrery(['search', 'zebra', '--project', '/'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('was never opened as a project'),
  })
}, 120_000)
