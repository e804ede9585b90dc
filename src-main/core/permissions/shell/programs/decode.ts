/** Undefined: not decodable here. */
export function decodeBase64(text: string): string | undefined {
  const clean = text.replaceAll(/\s/gu, '')
  return /^[A-Za-z0-9+/_-]*=*$/u.test(clean) ? Buffer.from(clean, 'base64').toString() : undefined
}

/** `xxd -r` takes plain digits, or lines that begin with an offset. */
export function decodeHex(text: string): string | undefined {
  const digits = text
    .split('\n')
    .map((line) => line.replace(/^[0-9a-f]+: /iu, '').split('  ', 1)[0])
    .join('')
    .replaceAll(/\s|0x|\\x/gu, '')
  return /^[0-9a-f]*$/iu.test(digits) ? Buffer.from(digits, 'hex').toString() : undefined
}

interface Translation {
  readonly from: string
  readonly to: string
  readonly isDeleting: boolean
  readonly flags: readonly string[]
}

const CLASSES: Readonly<Record<string, string>> = {
  '[:lower:]': 'a-z',
  '[:upper:]': 'A-Z',
  '[:digit:]': '0-9',
  '[:alpha:]': 'A-Za-z',
  '[:alnum:]': 'A-Za-z0-9',
  '[:space:]': ' \t\n\r',
}

/** What `tr` makes of a text; undefined where that takes more than sets of characters. */
export function translate(text: string, translation: Translation): string | undefined {
  const { isDeleting, flags } = translation
  if (flags.some((flag) => flag !== '-d' && flag !== '--delete')) return undefined
  const from = toSet(translation.from)
  const to = toSet(translation.to)
  const last = to.at(-1)
  if (!isDeleting && last === undefined) return undefined
  // If a character occurs twice, the last mapping counts.
  const others = new Map(from.map((char, index) => [char, isDeleting ? '' : (to[index] ?? last)]))
  return [...text].map((char) => others.get(char) ?? char).join('')
}

function toSet(text: string): readonly string[] {
  const named = text
    .replaceAll(/\[:\w+:\]/gu, (name) => CLASSES[name] ?? name)
    .replaceAll(/\\n/gu, '\n')
    .replaceAll(/\\t/gu, '\t')
    .replaceAll(/\\(?<octal>[0-7]{1,3})/gu, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    )
  const chars = [...named]
  const set: string[] = []
  for (let index = 0; index < chars.length; index++) {
    const char = chars[index] ?? ''
    const end = chars[index + 1] === '-' ? chars[index + 2] : undefined
    set.push(...(end === undefined ? [char] : between(char, end)))
    if (end !== undefined) index += 2
  }
  return set
}

function between(from: string, to: string): readonly string[] {
  const [start, end] = [from.charCodeAt(0), to.charCodeAt(0)]
  const count = Math.max(0, Math.min(512, end - start + 1))
  return Array.from({ length: count }, (_, index) => String.fromCharCode(start + index))
}
