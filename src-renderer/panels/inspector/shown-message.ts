import { z } from 'zod'
import { type MessageKind, readStoredMessage } from '#shared/json/stored-message.ts'

type Role = 'system' | 'person' | 'agent' | 'tool' | 'other'

/** A message of a request, as it is shown. */
export interface ShownMessage {
  readonly role: Role
  /** Which tool answered. */
  readonly name?: string
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly args: string }[]
}

const Block = z.union([
  z.string(),
  z.looseObject({ type: z.string().default('part'), text: z.string().optional() }),
])

const Content = z.union([z.string(), z.array(Block)]).catch('')

/** Reads a message as the log keeps it; `undefined` where it is none. */
export function parseMessage(text: string): ShownMessage | undefined {
  const stored = readStoredMessage(text)
  if (!stored) return undefined
  const { kind, name, tool_calls: calls } = stored
  const content = Content.parse(stored.content)
  const role = roles[kind] ?? 'other'
  return {
    role,
    ...(name && role === 'tool' && { name }),
    text: typeof content === 'string' ? content : content.map(textOf).filter(Boolean).join('\n'),
    calls: calls.map((call) => ({ name: call.name, args: JSON.stringify(call.args, null, 2) })),
  }
}

/** A call is told by itself: its block beside the text says nothing more. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['tool_use', 'tool_call', 'input_json_delta'])

function textOf(block: z.infer<typeof Block>): string {
  if (typeof block === 'string') return block
  if (block.text !== undefined) return block.text
  return SAID_ELSEWHERE.has(block.type) ? '' : `[${block.type}]`
}

const roles: Readonly<Partial<Record<MessageKind, Role>>> = {
  system: 'system',
  human: 'person',
  ai: 'agent',
  tool: 'tool',
}
