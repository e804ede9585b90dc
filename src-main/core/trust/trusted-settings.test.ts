import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ProjectId } from '#shared/lib/ids.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { type HostFixture, openHostFixture } from '../../../test/support/host-fixture.ts'

const settings = (model: string) =>
  JSON.stringify({ model, fallbacks: [`${model}-next`], interruptOn: { read_file: true } })

async function modelOf({ client }: HostFixture, projectId: ProjectId) {
  const { sessionId } = await client['sessions.create']({ projectId })
  return (await joinStates(client['sessions.open']({ sessionId }))).states.status.model?.model
}

// The kind of CVE-2026-21852: a project's file decided who is sent what, before anybody trusted the project.
test('a project’s choice of models waits for trust, and after a change waits again', async () => {
  const files = { 'project/.orrery/settings.json': settings('compatible:theirs') }
  await using fixture = await openHostFixture({ files })
  const { client } = fixture
  await client['settings.change']({ model: 'compatible:mine' })
  const projectId = await fixture.open()
  expect(await modelOf(fixture, projectId)).toBe('mine')
  const { startables } = await client['trust.list']({ projectId })
  expect(startables).toMatchObject([
    {
      kind: 'model',
      words:
        "Sends the project's code and your prompts to compatible:theirs or compatible:theirs-next.",
      isTrusted: false,
    },
  ])
  await client['trust.grant']({ projectId, hashes: startables.map(({ hash }) => hash) })
  expect(await modelOf(fixture, projectId)).toBe('theirs')
  writeFileSync(join(fixture.folder, 'project/.orrery/settings.json'), settings('compatible:other'))
  expect(await modelOf(fixture, projectId)).toBe('mine')
})
