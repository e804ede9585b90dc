import { HumanMessage } from '@langchain/core/messages'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Message } from '#shared/projections/delegation.ts'
import type { Journal } from '../recording/call-journal.ts'
import type { SessionView } from '../recording/session-view.ts'

const ID = /^message-(?<seq>\d+)$/

/** Whether a thread's message of this id was written by another agent. */
export function isFromAgent(messageId: string | undefined): messageId is string {
  return messageId !== undefined && ID.test(messageId)
}

/** What the agents of a session write to each other, as its log has it. */
export class Mail {
  readonly #view: Pick<SessionView, 'delegation'>
  readonly #journal: Journal
  /** Said to be heard by this run, though the log may not have it yet. */
  readonly #heard = new Set<number>()

  constructor(view: Pick<SessionView, 'delegation'>, journal: Journal) {
    this.#view = view
    this.#journal = journal
  }

  /** All that was ever written to an agent, oldest first. */
  to(agentId: SpanId): readonly HumanMessage[] {
    const all = Object.values(this.#view.delegation.messages)
    return all.filter(({ to }) => to.agentId === agentId).map((message) => this.toMessage(message))
  }

  /** A message as it is told: its id says which one it is, so that no thread has it twice. */
  toMessage({ seq, from, text }: Pick<Message, 'seq' | 'from' | 'text'>): HumanMessage {
    const delegate = this.#view.delegation.delegates[from.agentId]
    const whose = delegate
      ? `Report of your background delegate ${delegate.agentId} (${delegate.type}: ${delegate.description})`
      : `Message from ${from.name}`
    return new HumanMessage({
      id: `message-${seq}`,
      content: `${whose}:\n\n${this.#journal.read(text)}`,
    })
  }

  /** The messages among those of a request that nobody was told before, by their seq. */
  hear(messageIds: readonly (string | undefined)[]): number[] {
    const seqs = messageIds.flatMap((id) =>
      Number(ID.exec(id ?? '')?.groups?.['seq'] ?? Number.NaN),
    )
    const { messages } = this.#view.delegation
    const fresh = seqs.filter((seq) => messages[seq]?.isHeard === false && !this.#heard.has(seq))
    for (const seq of fresh) this.#heard.add(seq)
    return fresh
  }
}
