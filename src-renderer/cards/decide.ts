import type { AllowRule } from '#shared/events/rule.ts'
import type { CallArguments } from './parse-arguments.ts'

/** What a person says of a call that waits. */
export type Decide =
  | { readonly decision: 'approve'; readonly always?: Pick<AllowRule, 'scope' | 'pattern'> }
  | { readonly decision: 'edit'; readonly args: CallArguments }
  | { readonly decision: 'reject' | 'respond'; readonly message?: string }
