import type { Content } from '#shared/contract/procedures/files.ts'

/** A content that can be shown as an image. */
export interface Image {
  /** As a person would say it. */
  readonly format: 'PNG' | 'JPEG' | 'GIF' | 'WebP' | 'SVG'
  /** With all of it inside. */
  readonly url: string
  readonly bytes: number
}

/** By how their bytes begin: a name may say anything. */
const formats = [
  { format: 'PNG', mimeType: 'image/png', beginning: /^\u{89}PNG\r\n/u },
  { format: 'JPEG', mimeType: 'image/jpeg', beginning: /^\u{ff}\u{d8}\u{ff}/u },
  { format: 'GIF', mimeType: 'image/gif', beginning: /^GIF8[79]a/ },
  { format: 'WebP', mimeType: 'image/webp', beginning: /^RIFF.{4}WEBP/s },
] as const

/** SVG is text, and one by its name: shown as an image it runs no script, and loads nothing. */
export function findImage(path: string, content: Content): Image | undefined {
  if (content.type === 'text') return /\.svg$/i.test(path) ? toSvg(content.text) : undefined
  if (content.type !== 'binary') return undefined
  const { base64 } = content
  const beginning = atob(base64.slice(0, 24))
  const found = formats.find((one) => one.beginning.test(beginning))
  if (!found) return undefined
  const url = `data:${found.mimeType};base64,${base64}`
  return { format: found.format, url, bytes: bytesOf(base64) }
}

function toSvg(text: string): Image {
  const url = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  return { format: 'SVG', url, bytes: new TextEncoder().encode(text).length }
}

/** How many bytes are written so. */
export function bytesOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return (base64.length / 4) * 3 - padding
}
