/** A sequence by which a program asks its terminal, and what our terminal answers, if it does. */
export interface TerminalQuery {
  readonly name: string
  readonly query: string
  readonly answer?: string
}

const [ESC, BEL, ST] = ['\x1b', '\x07', '\x1b\\']
const COLOR = 'rgb:[0-9a-f]{4}/[0-9a-f]{4}/[0-9a-f]{4}'

/**
 * What terminals answer by typing, in the order of xterm's list of control sequences:
 * https://invisible-island.net/xterm/ctlseqs/ctlseqs.html. `answer` is a regular expression.
 */
export const terminalQueries: readonly TerminalQuery[] = [
  { name: 'ENQ', query: '\x05' },
  { name: 'DA1', query: `${ESC}[c`, answer: '\\x1b\\[\\?1;2c' },
  { name: 'DA1 with a parameter', query: `${ESC}[0c`, answer: '\\x1b\\[\\?1;2c' },
  { name: 'DA2', query: `${ESC}[>c`, answer: '\\x1b\\[>0;276;0c' },
  { name: 'DA3', query: `${ESC}[=c` },
  { name: 'DECID', query: `${ESC}Z` },
  { name: 'XTVERSION', query: `${ESC}[>q` },
  { name: 'DSR of the state', query: `${ESC}[5n`, answer: '\\x1b\\[0n' },
  { name: 'DSR of the cursor', query: `${ESC}[6n`, answer: '\\x1b\\[\\d+;\\d+R' },
  { name: 'DECXCPR', query: `${ESC}[?6n`, answer: '\\x1b\\[\\?\\d+;\\d+R' },
  { name: 'DSR of the printer', query: `${ESC}[?15n` },
  { name: 'DSR of the color scheme', query: `${ESC}[?996n` },
  { name: 'DECREQTPARM', query: `${ESC}[x` },
  { name: 'DECRQM', query: `${ESC}[?2004$p`, answer: '\\x1b\\[\\?2004;\\d\\$y' },
  { name: 'DECRQM of an ANSI mode', query: `${ESC}[4$p`, answer: '\\x1b\\[4;\\d\\$y' },
  { name: 'DECRQSS', query: `${ESC}P$qm${ST}`, answer: '\\x1bP1\\$r\\d+m\\x1b\\\\' },
  { name: 'DECRQSS of nothing known', query: `${ESC}P$qx${ST}`, answer: '\\x1bP0\\$r\\x1b\\\\' },
  { name: 'XTGETTCAP', query: `${ESC}P+q544e${ST}` },
  { name: 'DECRQCRA', query: `${ESC}[1;1;1;1;1;1*y` },
  ...[11, 13, 14, 15, 16, 18, 19, 20, 21].map((kind) => ({
    name: `window report ${kind}`,
    query: `${ESC}[${kind}t`,
  })),
  { name: 'kitty keyboard', query: `${ESC}[?u` },
  { name: 'kitty graphics', query: `${ESC}_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA${ST}` },
  { name: 'XTQMODKEYS', query: `${ESC}[?4m` },
  { name: 'clipboard', query: `${ESC}]52;c;?${BEL}` },
  { name: 'font', query: `${ESC}]50;?${BEL}` },
  ...['4;1', '10', '11', '12'].map((color) => ({
    name: `color ${color}`,
    query: `${ESC}]${color};?${BEL}`,
    answer: `\\x1b\\]${color};${COLOR}\\x1b\\\\`,
  })),
  // Answered by a report of the focus, like each of its changes from then on.
  { name: 'focus', query: `${ESC}[?1004h` },
]

/** Makes a terminal report each movement of the mouse, and stop that. */
export const mouseMode = { on: `${ESC}[?1003h${ESC}[?1006h`, off: `${ESC}[?1003l${ESC}[?1006l` }

/** Reports that the focus came or went. */
export const focusReports = new RegExp(`${ESC}\\[[IO]`, 'gu')

/** What a program reads besides, that sent all of them as often, if one window answered each once. */
export function answersTo(times: number): RegExp {
  const once = terminalQueries.map(({ answer = '' }) => answer).join('')
  return new RegExp(`^(?:${once}){${times}}$`, 'u')
}
