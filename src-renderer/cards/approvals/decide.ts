import type { AllowRule } from '#shared/events/approval.ts'
import type { CallArguments } from '../calls/call-arguments.ts'

/** What a person says of a call that waits. */
export type Decide =
  | { readonly decision: 'approve'; readonly always?: Pick<AllowRule, 'scope' | 'pattern'> }
  | { readonly decision: 'edit'; readonly args: CallArguments }
  | { readonly decision: 'reject' | 'respond'; readonly message?: string }

/** What decides, on a card that waits; in the past there is such a card, and it cannot be decided. */
export const DECIDING = '[data-focus="approval"]:enabled'

/**
 * Goes to what decides. Since Enter decides from now on, its ring is seen whatever led there, and so
 * is what is decided, as far as there is room.
 */
export function focusDeciding(deciding: HTMLElement): void {
  deciding.focus({ preventScroll: true, focusVisible: true })
  deciding.closest('section')?.scrollIntoView({ block: 'nearest' })
  deciding.scrollIntoView({ block: 'nearest' })
}
