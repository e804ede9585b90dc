import { takeStart } from '#shared/lib/cut-text.ts'
import { isRecord } from './is-record.ts'

/** What a call came to: all that a model can read, and the pictures of it. */
export interface McpResult {
  readonly text: string
  readonly media: readonly { readonly mimeType: string; readonly base64: string }[]
  /** Whether the tool itself says that it failed. */
  readonly isError: boolean
}

type Loose = Readonly<Record<string, unknown>>
interface Image {
  readonly mimeType: string
  readonly base64: string
}

/** No answer that anybody reads is longer. */
const MAX_TEXT_CHARS = 400_000
/** More would fill a request, and few models look at as many. */
const MAX_IMAGES = 8
const MAX_IMAGE_CHARS = 6 * 1024 * 1024
const IMAGES = /^image\/(?:png|jpeg|gif|webp)$/
/** How the base64 of each kind of image starts. */
const IMAGE_STARTS = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
] as const
const BASE64 = /^[A-Za-z\d+/]+={0,2}$/
const NO_TYPE = 'of no named type'

/** Reads whatever a server answered to a call. Blocks that can't be shown are named in the text. */
export function toResult(result: Loose): McpResult {
  const { content, structuredContent, isError, toolResult } = result
  const media: Image[] = []
  const blocks = Array.isArray(content) ? content : [content]
  const texts = blocks.map((block) => toText(block, media))
  const isSilent = texts.every((text) => text === '')
  const structured = isSilent ? [toJson(structuredContent ?? toolResult)] : []
  const text = [...texts, ...structured].filter((one) => one !== '').join('\n')
  return { text: bounded(text) || '(It answered nothing.)', media, isError: isTrue(isError) }
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1 || String(value).toLowerCase() === 'true'
}

function bounded(text: string): string {
  const left = text.length - MAX_TEXT_CHARS
  return left > 0
    ? `${takeStart(text, MAX_TEXT_CHARS)}\n(${left} characters more are left out.)`
    : text
}

function toText(block: unknown, media: Image[]): string {
  if (!isRecord(block)) return toJson(block)
  switch (block['type']) {
    case 'image':
      return takeImage(block, media)
    case 'audio':
      return `(Sound, ${mimeOf(block)}, ${sizeOf(textOf(block['data']))}: it can't be played here.)`
    case 'resource_link':
      return toLink(block)
    case 'resource':
      return isRecord(block['resource'])
        ? toResource(block['resource'], media)
        : '(A resource without contents.)'
    default:
      return toOther(block)
  }
}

/** Blocks of text, and those of a type that is unknown here. */
function toOther(block: Loose): string {
  const { type, text } = block
  if (text !== undefined && text !== null) return toJson(text)
  if (type === 'text') return ''
  const named = typeof type === 'string' ? `of the unknown type ${JSON.stringify(type)}` : ''
  return `(A block ${named || 'without a type'}: ${takeStart(toJson(block), 500)})`
}

/** Strings as they are, and other values as JSON. */
function toJson(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function toLink({ title, name, uri }: Loose): string {
  return [textOf(title) || textOf(name), textOf(uri)].filter(Boolean).join(': ')
}

function toResource(resource: Loose, media: Image[]): string {
  const { uri, text, blob } = resource
  if (typeof text === 'string') return `${textOf(uri)}:\n${text}`
  const mimeType = mimeOf(resource)
  const data = textOf(blob)
  return IMAGES.test(mimeType)
    ? takeImage({ mimeType, data }, media)
    : `(${textOf(uri)}, ${mimeType}, ${sizeOf(data)}: it is no text.)`
}

function takeImage(block: Loose, media: Image[]): string {
  const { mimeType, base64 } = readImage(block)
  if (base64 === '') return '(A picture without data.)'
  if (!BASE64.test(base64)) return '(A picture whose data isn’t base64.)'
  const size = sizeOf(base64)
  if (!IMAGES.test(mimeType)) return `(A picture, ${mimeType}, ${size}: it can't be shown.)`
  if (base64.length > MAX_IMAGE_CHARS) return `(A picture, ${size}: it is too large to be shown.)`
  if (media.length >= MAX_IMAGES) return `(One more picture, ${size}: it is left out.)`
  media.push({ mimeType, base64 })
  return `(Picture ${media.length}, ${size}.)`
}

/** Some servers send a data URL, or leave the type to the reader. */
function readImage(block: Loose): Image {
  const data = textOf(block['data']).replaceAll(/\s+/g, '')
  const comma = data.startsWith('data:') ? data.indexOf(',') : -1
  const base64 = data.slice(comma + 1)
  const start = IMAGE_STARTS.find(([letters]) => base64.startsWith(letters))
  return { mimeType: start?.[1] ?? mimeOf(block), base64 }
}

function mimeOf({ mimeType, mime_type: snakeCase }: Loose): string {
  return textOf(mimeType) || textOf(snakeCase) || NO_TYPE
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function sizeOf(base64: string): string {
  const bytes = Math.floor((base64.length * 3) / 4)
  return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KB`
}
