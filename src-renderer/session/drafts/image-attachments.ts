import type { z } from 'zod'
import type { NewAttachment } from '#shared/contract/procedures/sessions.ts'

export type Attached = z.infer<typeof NewAttachment>

export const MAX_IMAGE_MEGABYTES = 8
const MAX_IMAGE_BYTES = MAX_IMAGE_MEGABYTES * 1024 * 1024

/** True for an image, whatever its size. */
export function isImage({ type }: File): boolean {
  return type.startsWith('image/')
}

/** True for an image that is small enough to attach to a prompt. */
export function isAttachable(file: File): boolean {
  return isImage(file) && file.size <= MAX_IMAGE_BYTES
}

/** Reads an image as it is sent. `number` names an image without a file name. */
export async function toAttachment(file: File, number: number): Promise<Attached> {
  const url = await readAsDataUrl(file)
  const name = file.name || `image-${number}.png`
  return { name, mimeType: file.type, base64: url.slice(url.indexOf(',') + 1) }
}

function readAsDataUrl(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(reader.error ?? new Error(`Can’t read ${file.name}.`))
  reader.readAsDataURL(file)
  return promise
}
