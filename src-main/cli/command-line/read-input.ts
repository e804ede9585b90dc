import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { AppError } from '#shared/lib/app-error.ts'
import { wrongUsage } from './exit-codes.ts'

/**
 * Reads the values of secrets: from a terminal without showing them, else from standard input. Input
 * holds one value, or a line for each in the order of `names`.
 */
export async function readSecrets(names: readonly string[]): Promise<Record<string, string>> {
  if (names.length === 0) return {}
  const values = process.stdin.isTTY ? await askForAll(names) : await readAll(names)
  const missing = names.find((_, index) => !values[index])
  if (missing !== undefined) {
    throw wrongUsage(
      `There is no value for --secret ${missing}. Pipe one value a line, or type it.`,
    )
  }
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

async function readAll(names: readonly string[]): Promise<readonly string[]> {
  const input = (await text(process.stdin)).replace(/\r?\n$/, '')
  return names.length === 1 ? [input] : input.split(/\r?\n/)
}

async function askForAll(names: readonly string[]): Promise<readonly string[]> {
  const values: string[] = []
  for (const name of names) values.push(await askHidden(`Value of ${name}: `))
  return values
}

async function askHidden(question: string): Promise<string> {
  const cancelled = new AbortController()
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: true })
  lines.once('SIGINT', () => cancelled.abort())
  lines.once('close', () => cancelled.abort())
  process.stderr.write(question)
  try {
    return (await lines.question('', { signal: cancelled.signal })).trim()
  } catch (cause) {
    throw new AppError('cancelled', 'Canceled. Nothing was changed.', { cause })
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

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
