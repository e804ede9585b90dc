import { expect, test } from 'vitest'
import { type CliInProject, openCliInProject } from '../../../test/support/cli-in-project.ts'
import { type Reply, startModelServer } from '../../../test/support/model-server.ts'

const TIME = /\d\d:\d\d/
const forAnHour: Reply = { status: 429, headers: { 'retry-after': '3600' } }

function run(cli: CliInProject, url: string, ...args: readonly string[]) {
  const model = ['--model', 'compatible:scripted', '--base-url', url]
  return cli.orrery(['run', '--project', cli.project, ...model, ...args, 'go'])
}

test('a run whose model is limited exits with 1 and the time, and is resumed by a person only', async () => {
  let isLimited = true
  await using server = await startModelServer(() => (isLimited ? forAnHour : { text: 'Done.' }))
  using cli = openCliInProject()
  const limited = await run(cli, server.url)
  expect(limited.code).toBe(1)
  expect(limited.out).toMatch(/is limiting requests \(429\).* Resume after .*\d\d:\d\d, or choose/)
  const listed = await cli.orrery(['sessions', '--json'])
  expect(JSON.parse(listed.out)).toMatchObject([{ isRunning: false, lastOutcome: 'error' }])
  expect(JSON.parse(listed.out)[0]).not.toHaveProperty('waitsUntil')
  isLimited = false
  const resumed = await cli.orrery(['resume', 'last'])
  expect(resumed).toMatchObject({ code: 0, out: expect.stringContaining('Done.') })
  expect(server.requests).toHaveLength(2)
}, 60_000)

test('with --wait-for-limits a run waits until then, or until a person resumes it', async () => {
  let isLimited = true
  await using server = await startModelServer(() => (isLimited ? forAnHour : { text: 'Done.' }))
  using cli = openCliInProject()
  const running = run(cli, server.url, '--wait-for-limits')
  const state = async () => (await cli.orrery(['sessions'])).out
  await expect.poll(state, { timeout: 60_000, interval: 500 }).toMatch(/ {2}until .*\d\d:\d\d/)
  isLimited = false
  expect(await cli.orrery(['resume', 'last'])).toMatchObject({ code: 0 })
  const { code, out } = await running
  expect(out).toMatch(new RegExp(`waits until .*${TIME.source}[^]*Done\\.`))
  expect(code).toBe(0)
}, 240_000)
