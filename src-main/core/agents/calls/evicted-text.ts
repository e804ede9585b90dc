import { takeEnd, takeStart } from '#shared/lib/truncate-text.ts'

/** A longer text is evicted from a thread: about 20,000 tokens. `read_file` answers with less. */
export const MAX_TEXT_CHARS = 80_000

/** How much of an evicted text an agent is shown, at its start and at its end. */
const HEAD_CHARS = 2000
const TAIL_CHARS = 1000

/** Where an evicted text is saved, or why it could not be. */
export type Evicted = { readonly path: string } | { readonly problem: string }

/** Stands for an evicted text: its size, where it is, and how it starts and ends. */
export function evictedText(what: 'result' | 'message', text: string, evicted: Evicted): string {
  const { length } = text
  const lines = text.split('\n').length
  const size = `${length} characters in ${lines} ${lines === 1 ? 'line' : 'lines'}`
  return [
    `This ${what} is too large to show: ${size}. ${formatPlace(what, evicted)}`,
    `It starts with:\n${takeStart(text, HEAD_CHARS)}`,
    `[${length - HEAD_CHARS - TAIL_CHARS} characters are left out here.]`,
    `It ends with:\n${takeEnd(text, TAIL_CHARS)}`,
  ].join('\n\n')
}

function formatPlace(what: string, evicted: Evicted): string {
  if ('problem' in evicted) return `It could not be saved either: ${evicted.problem}`
  return `The whole ${what} is in the file ${evicted.path}. Read the parts you need with read_file and its offset and limit, or search it with grep.`
}
