import type { BaseMessage } from '@langchain/core/messages'
import { decodeValue, isPlainRecord, MARK } from '#shared/json/marked-json.ts'
import {
  kindOfOlder,
  OlderMessage,
  STORED_MESSAGE,
  unescapeOlder,
} from '#shared/json/stored-message.ts'
import { toMessage } from './message-codec.ts'

/** Reads a message from its JSON, whichever Orrery wrote it; `undefined` where it is none. */
export function readMessage(json: unknown): BaseMessage | undefined {
  if (typeof json !== 'object' || json === null || !isPlainRecord(json)) return undefined
  if (json[MARK] !== STORED_MESSAGE) return readOlderMessage(json)
  const { [MARK]: _, ...stored } = json
  return toMessage(decodeFields(stored, decodeValue))
}

/**
 * Reads a message as LangChain writes it. Its own reader looks classes up by name, also those that a
 * model named in its arguments, and fails where there is none.
 */
function readOlderMessage(json: object): BaseMessage | undefined {
  const older = OlderMessage.safeParse(json).data
  const kind = older && kindOfOlder(older)
  return kind && toMessage({ ...decodeFields(older.kwargs, unescapeOlder), kind })
}

/** The fields themselves are ours: only their values are decoded. */
function decodeFields(
  fields: Readonly<Record<string, unknown>>,
  decode: (value: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  const decoded = Object.entries(fields).map(([name, value]) => [name, decode(value)] as const)
  return Object.fromEntries(decoded.filter(([, value]) => value !== undefined))
}
