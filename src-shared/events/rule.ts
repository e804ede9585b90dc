import { z } from 'zod'
import { RuleId } from '../ids.ts'
import { defineEvent } from './define.ts'

/**
 * A person lets calls of a tool run without being asked, in one session or in all of its project.
 * `pattern` narrows it: words of a command, a host, or a path, where `*` stands for anything and, in a path,
 * `**` for any folders. Absent: every call.
 */
export const AllowRule = z.object({
  ruleId: RuleId,
  tool: z.string().min(1),
  pattern: z.string().min(1).optional(),
  scope: z.enum(['session', 'project']),
})
export type AllowRule = z.infer<typeof AllowRule>

export const ruleAdded = defineEvent('rule.added', AllowRule)

export const ruleRevoked = defineEvent('rule.revoked', z.object({ ruleId: RuleId }))
