import { CircleDollarSign, Inbox, type LucideIcon, MessageCircleQuestion } from 'lucide-react'
import type { ApprovalType } from '#shared/events/approval.ts'

export const approvalIcons: Readonly<Record<ApprovalType, LucideIcon>> = {
  question: MessageCircleQuestion,
  budget: CircleDollarSign,
  call: Inbox,
}
