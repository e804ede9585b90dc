import { isDeepStrictEqual } from 'node:util'
import { isRecord, parseJson } from '#shared/lib/json.ts'
import { takeStart } from '#shared/lib/truncate-text.ts'
import { readImage } from '../../../tools/answers/image-format.ts'

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
/** Of base64. Nothing larger is decoded. */
const MAX_BLOB_CHARS = 6 * 1024 * 1024
const BASE64 = /^[A-Za-z\d+/]+={0,2}$/
const NO_TYPE = 'of no named type'

/** Reads whatever a server answered to a call. Blocks that can't be shown are named in the text. */
export function toResult(result: Loose): McpResult {
  const { content, structuredContent, isError, toolResult } = result
  const media: Image[] = []
  const blocks = Array.isArray(content) ? content : [content]
  const texts = blocks.map((block) => toText(block, media))
  const said = texts.filter((text) => text !== '')
  const structured = structuredContent ?? (said.length === 0 ? toolResult : undefined)
  const rest = repeats(said, structured) ? [] : [toJson(structured)]
  const text = [...said, ...rest].filter((one) => one !== '').join('\n')
  return { text: bounded(text) || '(It answered nothing.)', media, isError: isTrue(isError) }
}

/**
 * Whether the text says the same as the structured content, as servers do for older clients. Some put
 * their text, or a list of it, into the only field, such as `content`, or into one named `result`.
 */
function repeats(texts: readonly string[], structured: unknown): boolean {
  const values = texts.map((text) => parseJson(text) ?? text)
  const said = [values, values.length === 1 ? values[0] : values, texts.join('\n')]
  const meant = isRecord(structured) ? [structured, ...fieldsOf(structured)] : [structured]
  return meant.some((one) => said.some((each) => isDeepStrictEqual(each, one)))
}

function fieldsOf(structured: Loose): readonly unknown[] {
  const fields = Object.values(structured)
  return fields.length === 1 ? fields : [structured['result']]
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
  if (/^image\//i.test(mimeType)) return takeImage({ mimeType, data }, media)
  const decoded = isTextType(mimeType) ? decodeText(data) : undefined
  return decoded === undefined
    ? `(${textOf(uri)}, ${mimeType}, ${sizeOf(data)}: it is no text.)`
    : `${textOf(uri)}:\n${decoded}`
}

function isTextType(mimeType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml)\b/i.test(mimeType)
}

/** `undefined`: it isn't UTF-8, or too much. */
function decodeText(base64: string): string | undefined {
  if (base64.length > MAX_BLOB_CHARS || !BASE64.test(base64)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
  } catch {
    return undefined
  }
}

/** An image that no provider could read would make it refuse the conversation from here on. */
function takeImage(block: Loose, media: Image[]): string {
  const { mimeType: declared, base64 } = readData(block)
  if (base64 === '') return '(A picture without data.)'
  if (!BASE64.test(base64)) return '(A picture whose data isn’t base64.)'
  const size = sizeOf(base64)
  if (base64.length > MAX_BLOB_CHARS) return `(A picture, ${size}: it is too large to be shown.)`
  const image = readImage(Buffer.from(base64, 'base64'))
  if (image.type !== 'image') {
    const svg = /svg/i.test(declared) ? decodeText(base64) : undefined
    if (svg !== undefined) return `(A picture, ${declared}, as text:)\n${svg}`
    const reason = image.type === 'refused' ? image.reason : `it can't be read`
    return `(A picture, ${declared}, ${size}: ${reason}.)`
  }
  if (media.length >= MAX_IMAGES) return `(One more picture, ${size}: it is left out.)`
  media.push({ mimeType: image.mimeType, base64 })
  return `(Picture ${media.length}, ${size}.)`
}

/** Some servers send a data URL. */
function readData(block: Loose): Image {
  const data = textOf(block['data']).replaceAll(/\s+/g, '')
  const comma = data.startsWith('data:') ? data.indexOf(',') : -1
  return { mimeType: mimeOf(block), base64: data.slice(comma + 1) }
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
