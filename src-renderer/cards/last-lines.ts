const LINES = 6
// Colours, cursor movements and titles: what a terminal acts on and does not show.
const SEQUENCE =
  /(?![\n\t\r])\p{Cc}(?:\[[0-?]*[ -/]*[@-~]|\][^\p{Cc}]*(?![\n\t\r])\p{Cc}\\?|[@-Z\\^_])/gu
const CONTROL = /(?![\n\t])\p{Cc}/gu

/** The end of what a terminal printed, as plain text; empty where that is nothing. */
export function lastLines(output: string): string {
  const text = output.replace(SEQUENCE, '').replace(CONTROL, '')
  return text.trimEnd().split('\n').slice(-LINES).join('\n').trim()
}
