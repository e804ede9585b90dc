import type { z } from 'zod'
import type { NewAttachment } from '#shared/contract/sessions.ts'

export type Attached = z.infer<typeof NewAttachment>

/** What one pasted image may weigh, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024

/** Whether there is an image among what was pasted or dropped. */
export function imagesIn(data: DataTransfer): readonly File[] {
  return [...data.files].filter(({ type, size }) => type.startsWith('image/') && size <= MAX_BYTES)
}

/** A pasted image as it is sent. */
export async function toAttachment(file: File, number: number): Promise<Attached> {
  const url = await readAsDataUrl(file)
  const name = file.name || `image-${number}.png`
  return { name, mimeType: file.type, base64: url.slice(url.indexOf(',') + 1) }
}

function readAsDataUrl(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(reader.error ?? new Error('The image cannot be read.'))
  reader.readAsDataURL(file)
  return promise
}
