import { AppError } from '#shared/error.ts'

/** Decodes UTF-8. Throws `refusal` as a sentence where the bytes aren't text. */
export function decodeText(
  bytes: Uint8Array,
  refusal = 'What was given is not text (UTF-8), so nothing is changed.',
): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch (cause) {
    throw new AppError('invalid-input', refusal, { cause })
  }
  throw new AppError('invalid-input', refusal)
}
