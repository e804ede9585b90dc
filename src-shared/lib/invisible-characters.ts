import { nameOfInvisible } from './invisible-character-names.ts'

/**
 * How a text is read.
 * - `name`: one line, such as a path or the name of a tool. Line ends and tabs are shown as well.
 * - `code`: a command, an argument, a title, a diff. Every invisible character is shown.
 * - `command`: what a person approves for a shell. Blanks that a shell takes for letters are shown as well.
 * - `prose`: written for people. Characters that a script or an emoji needs stay as they are.
 */
export type TextKind = 'name' | 'code' | 'command' | 'prose'

interface InvisibleCharacter {
  readonly type: 'invisible'
  /** The character itself. */
  readonly text: string
  /** `U+202E` */
  readonly code: string
  /** `RIGHT-TO-LEFT OVERRIDE` */
  readonly name: string
}

type TextPiece = { readonly type: 'plain'; readonly text: string } | InvisibleCharacter

/**
 * Control characters, Unicode's Default_Ignorable_Code_Point (which includes Bidi_Control, joiners,
 * variation selectors, fillers and tags), line and paragraph separators, and interlinear annotations.
 * Tabs and line ends (LF, CRLF) are visible as such.
 */
const INVISIBLE =
  /\r(?!\n)|(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb]/gu
const INVISIBLE_IN_NAME = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb]/gu
/** Blanks that look like a space, or like nothing, and aren't one: spaces of other widths, and Braille's. */
const INVISIBLE_IN_COMMAND =
  /\r(?!\n)|(?![\t\n\r ])[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Z}\ufff9-\ufffb\u2800]/gu

/** Most texts are plain ASCII, and told from others several times as fast as by Unicode's properties. */
const OUTSIDE_ASCII = /[^\t\n\x20-\x7e]/

/** Splits a text at the characters that a reader could not see, or that would reorder others. */
export function splitInvisible(text: string, kind: TextKind = 'code'): readonly TextPiece[] {
  return [...piecesOf(text, kind)]
}

/** The same piece by piece: a caller that stops early doesn't pay for the rest of a long text. */
export function* piecesOf(text: string, kind: TextKind = 'code'): Generator<TextPiece> {
  let plainFrom = 0
  for (const { index, character } of findInvisible(text, kind)) {
    if (index > plainFrom) yield { type: 'plain', text: text.slice(plainFrom, index) }
    yield toInvisible(character)
    plainFrom = index + character.length
  }
  if (plainFrom < text.length) yield { type: 'plain', text: text.slice(plainFrom) }
}

interface Found {
  readonly index: number
  readonly character: string
}

function* findInvisible(text: string, kind: TextKind): Generator<Found> {
  for (const { 0: character, index } of matchesIn(text, kind)) {
    if (isControl(character) || !isNeeded(text, index, kind)) yield { index, character }
  }
}

/** No script and no emoji needs one. */
function isControl(character: string): boolean {
  return character < ' ' || (character >= '\x7f' && character <= '\x9f')
}

function matchesIn(text: string, kind: TextKind): Iterable<RegExpExecArray> {
  if (kind === 'name') return text.matchAll(INVISIBLE_IN_NAME)
  return kind === 'command' ? text.matchAll(INVISIBLE_IN_COMMAND) : text.matchAll(INVISIBLE)
}

/** The text with each invisible character written out, such as `<U+202E>`. */
export function showInvisible(text: string, kind: TextKind = 'code'): string {
  if (!mayHaveInvisible(text, kind)) return text
  let shown = ''
  let plainFrom = 0
  for (const { index, character } of findInvisible(text, kind)) {
    shown += `${text.slice(plainFrom, index)}<${codeOf(character)}>`
    plainFrom = index + character.length
  }
  return shown + text.slice(plainFrom)
}

/** Whether a text may have invisible characters; fast, and true for some that prose may keep. */
export function mayHaveInvisible(text: string, kind: TextKind = 'code'): boolean {
  if (kind === 'name') return text.search(INVISIBLE_IN_NAME) >= 0
  if (!OUTSIDE_ASCII.test(text)) return false
  if (kind === 'command') return text.search(INVISIBLE_IN_COMMAND) >= 0
  return text.search(INVISIBLE) >= 0
}

function toInvisible(text: string): InvisibleCharacter {
  return { type: 'invisible', text, code: codeOf(text), name: nameOfInvisible(codePointOf(text)) }
}

function codeOf(character: string): string {
  return `U+${codePointOf(character).toString(16).toUpperCase().padStart(4, '0')}`
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

/** Whether the character at `index` belongs to what stands around it, and so is no surprise. */
function isNeeded(text: string, index: number, kind: TextKind): boolean {
  const character = characterAt(text, index)
  const before = characterBefore(text, index)
  const after = characterAt(text, index + character.length)
  if (isPartOfEmoji(character, before, after)) return true
  if (TAG.test(character)) return isInFlag(text, index)
  if (VARIATION_SELECTOR.test(character)) return isVariation(character, before)
  return kind === 'prose' && isNeededInProse(character, { text, index, before, after })
}

const PICTOGRAPH = /^\p{Extended_Pictographic}$/u
const EMOJI_END = /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)$/u
const SYMBOL = /^(?![\d#*])\p{Emoji}$/u

function isPartOfEmoji(character: string, before: string, after: string): boolean {
  if (character === '\u200d') return EMOJI_END.test(before) && PICTOGRAPH.test(after)
  if (character !== '\ufe0e' && character !== '\ufe0f') return false
  return SYMBOL.test(before) || (/^[\d#*]$/.test(before) && after === '\u20e3')
}

const TAG = /^[\u{e0000}-\u{e007f}]$/u
/** England, Scotland, Wales: the only flags of tags that are drawn. Others could hide a text. */
const FLAGS = ['gbeng', 'gbsct', 'gbwls'].map(toFlag)
const FLAG_CHARS = toFlag('gbeng').length

function toFlag(region: string): string {
  const tags = [...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
  return `\u{1f3f4}${tags.join('')}\u{e007f}`
}

function isInFlag(text: string, index: number): boolean {
  const from = Math.max(0, index - FLAG_CHARS + 1)
  const start = text.slice(from, index).lastIndexOf('\u{1f3f4}')
  return start >= 0 && FLAGS.includes(text.slice(from + start, from + start + FLAG_CHARS))
}

const VARIATION_SELECTOR = /^\p{Variation_Selector}$/u
const IDEOGRAPH = /^\p{Script=Han}$/u
const MONGOLIAN = /^(?=\p{L})\p{Script=Mongolian}$/u
/** Letters and signs with standardized variants. */
const HAS_VARIANTS = /^[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Sm}]$/u

/** Whether a variation selector chooses a form of the character before it. */
function isVariation(selector: string, before: string): boolean {
  if (selector >= '\u180b' && selector <= '\u180f') return MONGOLIAN.test(before)
  if (selector >= '\ufe00' && selector <= '\ufe0f') {
    return selector <= '\ufe02' && HAS_VARIANTS.test(before)
  }
  return IDEOGRAPH.test(before)
}

interface Surroundings {
  readonly text: string
  readonly index: number
  readonly before: string
  readonly after: string
}

const LETTER = /^[\p{L}\p{M}]$/u
const SIGN = /^\p{M}$/u
/** Scripts without spaces between words: a zero width space lets a line break. */
const WITHOUT_SPACES = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u
const RIGHT_TO_LEFT =
  /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

function isNeededInProse(character: string, around: Surroundings): boolean {
  const { before, after } = around
  switch (character) {
    case '\u200c':
    case '\u200d':
      return LETTER.test(before) && (LETTER.test(after) || SIGN.test(before))
    // A soft hyphen, or a grapheme joiner.
    case '\u00ad':
    case '\u034f':
      return LETTER.test(before) && LETTER.test(after)
    case '\u200b':
      return WITHOUT_SPACES.test(before) && WITHOUT_SPACES.test(after)
    case '\u180e':
      return MONGOLIAN.test(before) && MONGOLIAN.test(after)
    case '\u200e':
    case '\u200f':
    case '\u061c':
      return isInRightToLeftText(around)
    default:
      return false
  }
}

/** How far from a mark a letter may be, so that a long line takes linear time. */
const REACH_CHARS = 200

/** Whether a right-to-left letter is near, on the same line. */
function isInRightToLeftText({ text, index }: Surroundings): boolean {
  const before = text.slice(Math.max(0, index - REACH_CHARS), index)
  const after = text.slice(index + 1, index + REACH_CHARS)
  const near = `${before.slice(before.lastIndexOf('\n') + 1)}${after.split('\n', 1)[0]}`
  return RIGHT_TO_LEFT.test(near)
}

function characterAt(text: string, index: number): string {
  const codePoint = text.codePointAt(index)
  return codePoint === undefined ? '' : String.fromCodePoint(codePoint)
}

function characterBefore(text: string, index: number): string {
  const isPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, index - 2), index))
  return text.slice(Math.max(0, index - (isPair ? 2 : 1)), index)
}
