export const digits = '0123456789'
export const lower = 'abcdefghijklmnopqrstuvwxyz'
export const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const letters = lower + upper
export const alphanumeric = letters + digits
export const hex = '0123456789abcdef'
export const base64Alphabet = `${alphanumeric}+/`
export const base64UrlAlphabet = `${alphanumeric}-_`

/** Returns the text of a file: every line ends in a line feed. */
export function lines(...each: readonly string[]): string {
  return each.map((line) => `${line}\n`).join('')
}

export function toBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}

export function toBase64Url(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url')
}
