import type { Approval } from '#shared/projections/approvals.ts'
import { Markdown } from '../ui/markdown.tsx'
import { questionOf } from './call-arguments.ts'
import { useArguments } from './use-arguments.ts'

/** A question whole, as the agent wrote it. Its title, which may be cut, stands in until it is loaded. */
export function QuestionText({ approval }: { readonly approval: Approval }) {
  const args = useArguments(approval.args)
  return <Markdown text={(args && questionOf(args)) ?? approval.title} />
}
