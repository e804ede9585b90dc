/** The colours and fonts of the theme, as a canvas takes them. */
export interface Palette {
  readonly ground: string
  readonly panel: string
  readonly raised: string
  readonly line: string
  readonly strongLine: string
  readonly text: string
  readonly quietText: string
  readonly faintText: string
  readonly accent: string
  readonly curve: string
  readonly accentSoft: string
  readonly ok: string
  readonly warn: string
  readonly error: string
  /** The lead's hue, then the subagents'. */
  readonly agents: readonly string[]
  readonly font: string
  /** How strongly an outline is drawn of what is over, from 0 to 1. */
  readonly overOpacity: number
}

const AGENT_HUES = [0, 1, 2, 3, 4, 5, 6, 7]

/** Reads the tokens that hold for `element` now. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    ground: read('--bg-0'),
    panel: read('--bg-1'),
    raised: read('--bg-2'),
    line: read('--line'),
    strongLine: read('--line-2'),
    text: read('--text'),
    quietText: read('--text-2'),
    faintText: read('--text-3'),
    accent: read('--accent'),
    curve: read('--accent-2'),
    accentSoft: read('--accent-soft'),
    ok: read('--ok'),
    warn: read('--warn'),
    error: read('--error'),
    agents: AGENT_HUES.map((hue) => read(`--agent-${hue}`)),
    font: read('--font') || 'sans-serif',
    overOpacity: Number(read('--over-opacity')) || 0.55,
  }
}
