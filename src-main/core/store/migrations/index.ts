import { log } from './001-log.ts'
import { summaries } from './002-summaries.ts'
import { rules } from './003-rules.ts'
import { trust } from './004-trust.ts'
import { spending } from './005-spending.ts'
import { forks } from './006-forks.ts'
import { deletedSpending } from './007-deleted-spending.ts'
import { cutOff } from './008-cut-off.ts'
import { tasks } from './009-tasks.ts'
import { lastWrites } from './010-last-writes.ts'
import { confirmedRules } from './011-confirmed-rules.ts'
import { trustedFiles } from './012-trusted-files.ts'
import { toolDefinitions } from './013-tool-definitions.ts'
import { decisions } from './014-decisions.ts'

/** Appended to, never edited or reordered: a released store has already run them. */
export const migrations: readonly string[] = [
  log,
  summaries,
  rules,
  trust,
  spending,
  forks,
  deletedSpending,
  cutOff,
  tasks,
  lastWrites,
  confirmedRules,
  trustedFiles,
  toolDefinitions,
  decisions,
]
