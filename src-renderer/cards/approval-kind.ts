import { CircleDollarSign, Inbox, type LucideIcon, MessageCircleQuestion } from 'lucide-react'
import type { Approval } from '#shared/projections/approvals.ts'
import { findAmount } from './approval-amount.ts'
import { isQuestion } from './call-arguments.ts'

/** What is wanted of the person: an answer, money, or a word on a call. */
export type ApprovalKind = 'question' | 'money' | 'call'

export const approvalIcons: Readonly<Record<ApprovalKind, LucideIcon>> = {
  question: MessageCircleQuestion,
  money: CircleDollarSign,
  call: Inbox,
}

export function kindOf(approval: Approval): ApprovalKind {
  if (isQuestion(approval)) return 'question'
  return findAmount(approval) ? 'money' : 'call'
}
