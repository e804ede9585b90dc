import { z } from 'zod'
import { parseJson } from '#shared/lib/parse-json.ts'

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

/** What of a stored message is shown; what a later version adds is left aside. */
const Stored = z.object({
  id: z.array(z.string()),
  kwargs: z.object({
    content: z.union([z.string(), z.array(Block)]).catch(''),
    name: z.string().optional().catch(undefined),
    tool_calls: z
      .array(z.object({ name: z.string(), args: z.unknown() }))
      .optional()
      .catch(undefined),
  }),
})

/** Reads a message as the log keeps it; `undefined` where it is none. */
export function parseMessage(text: string): ShownMessage | undefined {
  const stored = Stored.safeParse(parseJson(text)).data
  if (!stored) return undefined
  const { content, name, tool_calls: calls = [] } = stored.kwargs
  const role = roleOf(stored.id.at(-1) ?? '')
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

function roleOf(kind: string): Role {
  if (kind.startsWith('System')) return 'system'
  if (kind.startsWith('Human')) return 'person'
  if (kind.startsWith('AI')) return 'agent'
  return kind.startsWith('Tool') ? 'tool' : 'other'
}
