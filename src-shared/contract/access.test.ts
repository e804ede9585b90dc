import { expect, test } from 'vitest'
import { needsPerson } from './access.ts'
import { contract } from './index.ts'

// The kind of CVE-2026-22812 (opencode): any local process could use its local server as its person.
// A procedure that changes anything, sends anything away, or shows a person's own terminal isn't for agents.
test('processes that agents started can call what only reads, and nothing else', () => {
  const forAnyone = Object.keys(contract).filter((path) => !needsPerson(path))
  expect(forAnyone.toSorted()).toEqual(
    [
      'agents.check agents.list agents.read approvals.inbox changes.previewCommit',
      'codeReviews.choices context.preview context.thread environment.read',
      'exchange.previewReplay exchange.replay files.committed files.conditions files.content',
      'files.read files.tree host.changes host.describe host.lease logs.follow mcp.list',
      'mcp.toolName memories.list memories.read models.list playbooks.list policy.denials',
      'policy.explain policy.rules policy.suggestRules policy.tools projects.browse',
      'projects.list projects.open runs.list search.find sessions.events sessions.list',
      'sessions.open sessions.previewDelete sessions.previewFork sessions.previewRewind',
      'sessions.readEvents settings.read settings.services skills.list spending.budgets',
      'spending.calls spending.report store.sizes tasks.list terminals.list trust.list',
    ].flatMap((line) => line.split(' ')),
  )
})
