import { agents } from './agents.ts'
import { approvals } from './approvals.ts'
import { bookmarks } from './bookmarks.ts'
import { calls } from './calls.ts'
import { codeReviews } from './code-reviews.ts'
import { context } from './context.ts'
import { environment } from './environment.ts'
import { exchange } from './exchange.ts'
import { files } from './files.ts'
import { forks } from './forks.ts'
import { host } from './host.ts'
import { logs } from './logs.ts'
import { mcp } from './mcp.ts'
import { memories } from './memories.ts'
import { models } from './models.ts'
import { policy } from './policy.ts'
import { previews } from './previews.ts'
import { projects } from './projects.ts'
import { review } from './review.ts'
import { runs } from './runs.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { skills } from './skills.ts'
import { spending } from './spending.ts'
import { store } from './store.ts'
import { tasks } from './tasks.ts'
import { terminals } from './terminals.ts'
import { trust } from './trust.ts'

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
  ...review,
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
