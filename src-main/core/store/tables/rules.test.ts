import { expect, test } from 'vitest'
import { ProjectId, RuleId } from '#shared/lib/ids.ts'
import { temporaryFolder } from '../../../../test/support/store-fixture.ts'
import { systemClock } from '../../runtime/clock.ts'
import { confirmedRules } from '../migrations/011-confirmed-rules.ts'
import { migrations } from '../migrations/index.ts'
import { openForOwner } from '../opening/open-database.ts'
import { openStore } from '../store.ts'

const projectId = ProjectId.parse('prj_1')

test('a permission that an earlier version stored is not confirmed; a new one may be', async () => {
  using folder = temporaryFolder()
  const earlier = migrations.slice(0, migrations.indexOf(confirmedRules))
  const db = await openForOwner(folder.path, earlier)
  db.exec(`INSERT INTO rule VALUES ('rul_1', '${projectId}', 'run_command', 'make *', 1)`)
  db.close()
  await using store = await openStore({ dataDir: folder.path, clock: systemClock, mode: 'owner' })
  const tool = 'run_command'
  const confirmed = { ruleId: RuleId.parse('rul_2'), tool, addedAt: 2, isConfirmed: true } as const
  await store.rules.restore(projectId, confirmed)
  expect(store.rules.list(projectId)).toEqual([
    { ruleId: 'rul_1', tool, pattern: 'make *', scope: 'project', addedAt: 1 },
    { ...confirmed, scope: 'project' },
  ])
})
