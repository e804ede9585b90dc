import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Author, AuthorRange } from '#shared/changes/line-authors.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import { type AuthorWords, tellAuthor } from '../../../cards/format-author.ts'
import { useHue } from '../../../session/agents/agent-colors.ts'
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx'
import { Tip } from '../../../ui/tooltip/tooltip.tsx'
import type { monaco } from '../monaco/monaco-setup.ts'
import styles from './author-gutter.module.css'
import type { Authors } from './use-authors.ts'

type Editor = monaco.editor.IStandaloneCodeEditor

export interface AuthorGutterProps {
  readonly editor: Editor
  readonly authors: Authors
  /** As the editor is, while there is no text. */
  readonly isHidden: boolean
  /** Goes to the instant of a change, and keeps its first line in sight. */
  readonly onVisit: (seq: number, line: number) => void
}

/** Beside the lines in view, who wrote them: arrows go from one author to the next, Enter to the instant. */
export function AuthorGutter({ editor, authors, isHidden, onVisit }: AuthorGutterProps) {
  const view = useScrolled(editor)
  const blocks = useMemo(() => toBlocks(authors.stretches), [authors])
  const shown = blocks.flatMap((block) => placeIn(editor, block, view) ?? [])
  const focus = useFocusAfter()
  const move = (event: KeyboardEvent<HTMLElement>, from: number) => {
    const next = neighbour(
      blocks.filter(({ author }) => typeof author === 'number'),
      from,
      event.key,
    )
    if (!next) return
    event.preventDefault()
    focus.ask(next.from)
    editor.revealLineInCenterIfOutsideViewport(next.from)
  }
  const first = shown.find(({ author }) => typeof author === 'number')?.from
  return (
    <ul
      ref={focus.place}
      className={styles.gutter}
      hidden={isHidden}
      aria-label="Who wrote each line"
    >
      {shown.map((block) => (
        <Block
          key={block.from}
          block={block}
          authors={authors}
          isFirst={block.from === first}
          onVisit={onVisit}
          onKeyDown={(event) => move(event, block.from)}
        />
      ))}
    </ul>
  )
}

interface PlacedBlock extends AuthorBlock {
  /** In pixels, of what is in view of it. */
  readonly top: number
  readonly height: number
}

interface View {
  readonly top: number
  readonly height: number
}

/** Absent where nothing of it is in view. */
function placeIn(editor: Editor, block: AuthorBlock, view: View): PlacedBlock | undefined {
  const start = editor.getTopForLineNumber(block.from) - view.top
  const end = editor.getBottomForLineNumber(block.to) - view.top
  const top = Math.max(0, start)
  const height = Math.min(view.height, end) - top
  return height > 0 ? { ...block, top, height } : undefined
}

/** Where the editor is scrolled to, and how high it is. */
function useScrolled(editor: Editor): View {
  const subscribe = useMemo(() => listenTo(editor), [editor])
  const written = useSyncExternalStore(
    subscribe,
    () => `${editor.getScrollTop()} ${editor.getLayoutInfo().height} ${editor.getContentHeight()}`,
  )
  const [top = 0, height = 0] = written.split(' ').map(Number)
  return { top, height }
}

function listenTo(editor: Editor) {
  return (onChange: () => void) => {
    const listening = [
      editor.onDidScrollChange(onChange),
      editor.onDidLayoutChange(onChange),
      editor.onDidContentSizeChange(onChange),
    ]
    return () => {
      for (const each of listening) each.dispose()
    }
  }
}

/** What is scrolled to can have the focus once it is drawn. */
function useFocusAfter() {
  const place = useRef<HTMLUListElement>(null)
  const asked = useRef<number>(undefined)
  const give = () => {
    const button = place.current?.querySelector<HTMLElement>(`[data-from="${asked.current}"]`)
    if (!button) return
    asked.current = undefined
    button.focus()
  }
  useLayoutEffect(give)
  const ask = (from: number) => {
    asked.current = from
    give()
  }
  return { place, ask }
}

function neighbour(blocks: readonly AuthorBlock[], from: number, key: string) {
  const index = blocks.findIndex((block) => block.from === from)
  if (key === 'ArrowDown') return blocks[index + 1]
  if (key === 'ArrowUp') return blocks[index - 1]
  return undefined
}

interface BlockProps extends Pick<AuthorGutterProps, 'authors' | 'onVisit'> {
  readonly block: PlacedBlock
  readonly isFirst: boolean
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

function Block({ block, authors, isFirst, onVisit, onKeyDown }: BlockProps) {
  const { author, from, to, top, height } = block
  const change = typeof author === 'number' ? authors.changes.get(author) : undefined
  const words = tellAuthor(author, change)
  const lines = from === to ? `Line ${from}` : `Lines ${from} to ${to}`
  const inside = <Inside words={words} agentId={change?.agentId} isLow={height < TWO_LINES_PX} />
  return (
    <li className={styles.block} style={{ top, height }}>
      {change ? (
        <Tip label={words.whole} side="right">
          <button
            type="button"
            className={styles.inside}
            data-from={from}
            tabIndex={isFirst ? 0 : -1}
            onClick={() => onVisit(change.seq, from)}
            onKeyDown={onKeyDown}
          >
            <VisuallyHidden>{`${lines}: ${words.whole} Go to that moment.`}</VisuallyHidden>
            {inside}
          </button>
        </Tip>
      ) : (
        <div className={styles.inside} title={words.whole}>
          {inside}
        </div>
      )}
    </li>
  )
}

/** Below this there is no room for the prompt. */
const TWO_LINES_PX = 38

interface InsideProps {
  readonly words: AuthorWords
  readonly agentId: SpanId | undefined
  readonly isLow: boolean
}

function Inside({ words, agentId, isLow }: InsideProps) {
  const hue = useHue(agentId)
  return (
    <>
      {agentId && <i className={styles.hue} style={{ background: hue }} aria-hidden />}
      <span className={styles.who}>
        <span className={styles.name}>{words.name}</span>
        {words.cost && <span className={styles.cost}>{words.cost}</span>}
      </span>
      {!isLow && words.prompt && <span className={styles.prompt}>{words.prompt}</span>}
    </>
  )
}

/** Lines of one author, counted from 1. */
interface AuthorBlock {
  readonly author: Author
  readonly from: number
  readonly to: number
}

function toBlocks(stretches: readonly AuthorRange[]): readonly AuthorBlock[] {
  let line = 1
  return stretches.map(({ author, lines }) => {
    const from = line
    line += lines
    return { author, from, to: line - 1 }
  })
}
