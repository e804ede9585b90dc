import { z } from 'zod'
import { AnyJson } from '../json/marked-json.ts'
import { Hash } from '../lib/ids.ts'

/** A value above this many bytes of JSON or text is kept as a blob and referred to. */
export const INLINE_BYTES = 16 * 1024

/** A value that is kept as a blob. `head` is its beginning, enough to recognise it by. */
export const BlobRef = z.object({
  ref: Hash,
  bytes: z.int().nonnegative(),
  head: z.string().optional(),
})
export type BlobRef = z.infer<typeof BlobRef>

/** Text as it is stored: itself, or where it is. */
export const StoredText = z.union([z.string(), BlobRef])
export type StoredText = z.infer<typeof StoredText>

/** JSON as it is stored: `{ json }`, or where its text is. */
export const StoredJson = z.union([z.object({ json: AnyJson }), BlobRef])
export type StoredJson = z.infer<typeof StoredJson>

/** What can be shown of a stored text without fetching it. */
export function headOf(text: StoredText): string {
  return typeof text === 'string' ? text : (text.head ?? '')
}

/** The content of a file at a moment. Without a `hash` it was not recorded (too large, or unreadable). */
export const FileContent = z.object({
  hash: Hash.nullable(),
  size: z.int().nonnegative(),
  /** Set for a symbolic link, whose content is its target; `null`: an old log doesn't say. */
  isLink: z.literal(true).nullable().optional(),
})
export type FileContent = z.infer<typeof FileContent>

/** Upcasts the content of a file from before contents said whether they are links. */
export function withUnknownKind(content: FileContent | null): FileContent | null {
  return content && { ...content, isLink: content.isLink ?? null }
}

/** Whether both are links or neither is, as far as is known. */
export function isSameKind(one: FileContent, other: FileContent): boolean {
  return one.isLink === null || other.isLink === null || one.isLink === other.isLink
}

/** Whether both are the same content, or both `null`. */
export function isSameContent(one: FileContent | null, other: FileContent | null): boolean {
  if (!one || !other) return one === other
  return one.hash === other.hash && one.size === other.size && isSameKind(one, other)
}

/** How a span ended. `stopped`: by a limit. `interrupted`: the host died. */
export const Outcome = z.enum(['ok', 'error', 'denied', 'cancelled', 'stopped', 'interrupted'])
export type Outcome = z.infer<typeof Outcome>

/** What a tool does to the world. Decides whether a person is asked first, and how the call is drawn. */
export const Effect = z.enum(['read', 'edit', 'execute', 'fetch'])
export type Effect = z.infer<typeof Effect>

/** A model and who provides it. `baseUrl`: where it is reached, if not at its provider's own address. */
export const ModelRef = z.object({
  provider: z.string(),
  model: z.string(),
  baseUrl: z.string().optional(),
})
export type ModelRef = z.infer<typeof ModelRef>

/** The client that made a decision, by its own account. */
export const ClientName = z.object({
  type: z.enum(['window', 'cli', 'api']),
  /** The CLI's command, such as `policy allow`. */
  command: z.string().max(100).optional(),
})
export type ClientName = z.infer<typeof ClientName>
