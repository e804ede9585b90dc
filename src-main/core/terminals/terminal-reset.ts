const [ESC, BEL] = ['\x1b', '\x07']

/** Ends whatever sequence a program left without an end. */
const CANCEL = '\x18'
/** Leaves the alternate screen; where it wasn't entered, the cursor stays where it is saved first. */
const LEAVE_ALTERNATE_SCREEN = `${ESC}7${ESC}[?1049l`
/** DECSTR: attributes, margins, character sets, the cursor, and modes of keys and pastes. */
const SOFT_RESET = `${ESC}[!p`
/** Mouse reports and their encodings, and synchronized output. */
const PRIVATE_MODES = `${ESC}[?9;1000;1002;1003;1005;1006;1015;1016;2026l`
const CURSOR_STYLE = `${ESC}[0 q`
/** The palette, and the colors of text, background and cursor. */
const COLORS = [104, 110, 111, 112].map((code) => `${ESC}]${code}${BEL}`).join('')
const END_LINK = `${ESC}]8;;${BEL}`

/**
 * Sequences that undo what a program did to a terminal before it crashed, without clearing what it
 * printed. See https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
 */
export const TERMINAL_RESET = [
  CANCEL,
  LEAVE_ALTERNATE_SCREEN,
  SOFT_RESET,
  PRIVATE_MODES,
  CURSOR_STYLE,
  COLORS,
  END_LINK,
].join('')
