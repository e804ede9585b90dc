interface SplitText {
  readonly reasoning: string
  readonly text: string
}

const TAGS = [
  '<think>',
  '<thinking>',
  '<thought>',
  '<reasoning>',
  '<seed:think>',
  '[THINK]',
  '◁think▷',
]
const NOTHING: SplitText = { reasoning: '', text: '' }

/**
 * Splits reasoning from an answer that begins with it in tags, as servers send it that don't know the
 * model's template. Tags further on are text.
 */
export class ThinkTags {
  #state: 'start' | 'reasoning' | 'gap' | 'text' = 'start'
  #closing = ''
  #held = ''

  read(piece: string): SplitText {
    switch (this.#state) {
      case 'start':
        return this.#readStart(this.#held + piece)
      case 'reasoning':
        return this.#readReasoning(this.#held + piece)
      case 'gap':
        return this.#readGap(piece)
      case 'text':
        return { reasoning: '', text: piece }
    }
  }

  /** Returns what might have become a tag. */
  end(): SplitText {
    const held = this.#held
    const isReasoning = this.#state === 'reasoning'
    this.#held = ''
    this.#state = 'text'
    return isReasoning ? { reasoning: held, text: '' } : { reasoning: '', text: held }
  }

  #readStart(all: string): SplitText {
    const begun = all.trimStart()
    const tag = TAGS.find((one) => begun.startsWith(one))
    if (tag) {
      this.#state = 'reasoning'
      this.#closing = `${tag.slice(0, 1)}/${tag.slice(1)}`
      return this.#readReasoning(begun.slice(tag.length).trimStart())
    }
    const isOpen = TAGS.some((one) => one.startsWith(begun))
    this.#held = isOpen ? all : ''
    if (isOpen) return NOTHING
    this.#state = 'text'
    return { reasoning: '', text: all }
  }

  #readReasoning(all: string): SplitText {
    const end = all.indexOf(this.#closing)
    if (end < 0) {
      const kept = heldLength(all, this.#closing)
      this.#held = all.slice(all.length - kept)
      return { reasoning: all.slice(0, all.length - kept), text: '' }
    }
    this.#held = ''
    this.#state = 'gap'
    const { text } = this.#readGap(all.slice(end + this.#closing.length))
    return { reasoning: all.slice(0, end).trimEnd(), text }
  }

  /** Blank lines between the tags and the answer belong to neither. */
  #readGap(piece: string): SplitText {
    const text = piece.trimStart()
    if (text !== '') this.#state = 'text'
    return { reasoning: '', text }
  }
}

/** Returns how many characters at the end of `text` may be the beginning of `tag`. */
function heldLength(text: string, tag: string): number {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length -= 1) {
    if (tag.startsWith(text.slice(-length))) return length
  }
  return 0
}
