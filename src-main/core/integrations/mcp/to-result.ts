import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { takeStart } from '#shared/lib/cut-text.ts'

/** What a call came to: all that a model can read, and the pictures of it. */
export interface McpResult {
  readonly text: string
  readonly media: readonly { readonly mimeType: string; readonly base64: string }[]
  /** Whether the tool itself says that it failed. */
  readonly isError: boolean
}

type Block = CallToolResult['content'][number]

/** No answer that anybody reads is longer. */
const MAX_TEXT_CHARS = 400_000
/** More would fill a request, and few models look at as many. */
const MAX_IMAGES = 8
const MAX_IMAGE_CHARS = 6 * 1024 * 1024
const IMAGES = /^image\/(?:png|jpeg|gif|webp)$/

/** What is neither text nor a picture is named: nobody is left to wonder. */
export function toResult({ content, structuredContent, isError }: CallToolResult): McpResult {
  const media: { mimeType: string; base64: string }[] = []
  const texts = content.map((block) => toText(block, media))
  const isSilent = texts.every((text) => text === '')
  const structured = isSilent && structuredContent ? [JSON.stringify(structuredContent)] : []
  const text = [...texts, ...structured].filter((one) => one !== '').join('\n')
  return { text: bounded(text) || '(It answered nothing.)', media, isError: isError === true }
}

function bounded(text: string): string {
  const left = text.length - MAX_TEXT_CHARS
  return left > 0
    ? `${takeStart(text, MAX_TEXT_CHARS)}\n(${left} characters more are left out.)`
    : text
}

function toText(block: Block, media: { mimeType: string; base64: string }[]): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
      return takeImage(block.mimeType, block.data, media)
    case 'audio':
      return `(Sound, ${block.mimeType}, ${sizeOf(block.data)}: it can't be played here.)`
    case 'resource_link':
      return `${block.title ?? block.name}: ${block.uri}`
    case 'resource': {
      const { uri, mimeType = 'of no named type', ...held } = block.resource
      if ('text' in held && typeof held.text === 'string') return `${uri}:\n${held.text}`
      const data = 'blob' in held && typeof held.blob === 'string' ? held.blob : ''
      return IMAGES.test(mimeType)
        ? takeImage(mimeType, data, media)
        : `(${uri}, ${mimeType}, ${sizeOf(data)}: it is no text.)`
    }
  }
}

function takeImage(
  mimeType: string,
  base64: string,
  media: { mimeType: string; base64: string }[],
): string {
  const size = sizeOf(base64)
  if (!IMAGES.test(mimeType)) return `(A picture, ${mimeType}, ${size}: it can't be shown.)`
  if (base64.length > MAX_IMAGE_CHARS) return `(A picture, ${size}: it is too large to be shown.)`
  if (media.length >= MAX_IMAGES) return `(One more picture, ${size}: it is left out.)`
  media.push({ mimeType, base64 })
  return `(Picture ${media.length}, ${size}.)`
}

function sizeOf(base64: string): string {
  const bytes = Math.floor((base64.length * 3) / 4)
  return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KB`
}
