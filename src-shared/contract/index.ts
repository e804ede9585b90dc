import { agents, skills } from './procedures/agents.ts'
import { approvals } from './procedures/approvals.ts'
import { changes } from './procedures/changes.ts'
import { codeReviews } from './procedures/code-reviews.ts'
import { context, memories } from './procedures/context.ts'
import { exchange } from './procedures/exchange.ts'
import { files } from './procedures/files.ts'
import { forks } from './procedures/forks.ts'
import { host, store } from './procedures/host.ts'
import { logs } from './procedures/logs.ts'
import { mcp } from './procedures/mcp.ts'
import { models } from './procedures/models.ts'
import { policy } from './procedures/permissions.ts'
import { projects } from './procedures/projects.ts'
import { calls, runs } from './procedures/runs.ts'
import { search } from './procedures/search.ts'
import { bookmarks, previews, sessions } from './procedures/sessions.ts'
import { environment, settings } from './procedures/settings.ts'
import { spending } from './procedures/spending.ts'
import { tasks } from './procedures/tasks.ts'
import { terminals } from './procedures/terminals.ts'
import { trust } from './procedures/trust.ts'

/** Everything a host can be asked. To add an area: write its file, spread it here. */
export const contract = {
  ...host,
  ...projects,
  ...sessions,
  ...bookmarks,
  ...runs,
  ...forks,
  ...approvals,
  ...calls,
  ...policy,
  ...trust,
  ...environment,
  ...agents,
  ...skills,
  ...memories,
  ...mcp,
  ...context,
  ...files,
  ...changes,
  ...codeReviews,
  ...exchange,
  ...tasks,
  ...previews,
  ...terminals,
  ...models,
  ...settings,
  ...logs,
  ...store,
  ...search,
  ...spending,
} as const
export type HostContract = typeof contract
