import {
  Brain,
  CircleAlert,
  FileDiff,
  Hammer,
  ListChecks,
  MessageSquareText,
  ScrollText,
  Send,
  Shield,
  SquareTerminal,
  Tag,
  TextQuote,
  User,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Found, FoundType } from '#shared/contract/procedures/search.ts'
import { speechItemId } from '#shared/projections/transcript-items.ts'
import type { AskedSearch } from '../../navigation/requested-search.ts'
import type { FoundPlace } from '../../session/selection.ts'

interface Words {
  readonly word: string
  readonly icon: ComponentType
}

/** What a place is, in a word. */
export const foundWords: Readonly<Record<FoundType, Words>> = {
  name: { word: 'Name', icon: Tag },
  prompt: { word: 'Prompt', icon: User },
  answer: { word: 'Answer', icon: MessageSquareText },
  reasoning: { word: 'Thought', icon: Brain },
  call: { word: 'Call', icon: Hammer },
  result: { word: 'Result', icon: TextQuote },
  output: { word: 'Terminal', icon: SquareTerminal },
  error: { word: 'Error', icon: CircleAlert },
  file: { word: 'Changed', icon: FileDiff },
  plan: { word: 'Plan', icon: ListChecks },
  approval: { word: 'Approval', icon: Shield },
  message: { word: 'Message', icon: Send },
  summary: { word: 'Summary', icon: ScrollText },
}

/** What can be looked for, and what that comprises. Nothing: all. */
export const whats: Readonly<
  Record<AskedSearch['what'], { readonly label: string; readonly types: readonly FoundType[] }>
> = {
  all: { label: 'All that is found', types: [] },
  said: {
    label: 'What was said',
    types: ['prompt', 'answer', 'message', 'summary', 'name'],
  },
  thought: { label: 'Thoughts', types: ['reasoning'] },
  done: {
    label: 'Calls and results',
    types: ['call', 'result', 'output', 'plan', 'approval'],
  },
  files: { label: 'Changed files', types: ['file'] },
  errors: { label: 'Errors', types: ['error'] },
}

export interface FoundGroup {
  readonly sessionId: Found['sessionId']
  readonly places: readonly Found[]
}

/** By session, in the order in which each is met first. */
export function groupFound(found: readonly Found[]): readonly FoundGroup[] {
  const groups = Map.groupBy(found, ({ sessionId }) => sessionId)
  return Array.from(groups, ([sessionId, places]) => ({ sessionId, places }))
}

/** What the panels point at: of a stream the place where it is drawn, of all else that of its call, if any. */
export function toFoundPlace({ type, seq, spanId }: Found): FoundPlace & Pick<Found, 'seq'> {
  if (!spanId) return { seq }
  if (type === 'answer') return { seq, spanId, itemId: speechItemId('text', spanId) }
  if (type === 'reasoning') return { seq, spanId, itemId: speechItemId('reasoning', spanId) }
  return { seq, spanId, itemId: spanId }
}

/** What the window selects for a place: an agent of its own has a thread of its own. */
export function toSelected({
  type,
  agent,
  agentId,
  spanId,
}: Found): Pick<Found, 'agentId' | 'spanId'> {
  const isLead = agent === undefined || agent === 'lead'
  const hasDetails = type === 'call' || type === 'result' || type === 'output' || type === 'error'
  return { agentId: isLead ? undefined : agentId, spanId: hasDetails ? spanId : undefined }
}
