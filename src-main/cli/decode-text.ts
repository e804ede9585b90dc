import { AppError } from '#shared/error.ts'

/** What a person gave as a text. Fails with a sentence where it is none. */
export function decodeText(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch (cause) {
    throw noText(cause)
  }
  throw noText()
}

function noText(cause?: unknown): AppError {
  const message = 'What was given is not text (UTF-8), so nothing is changed.'
  return new AppError('invalid-input', message, { cause })
}
