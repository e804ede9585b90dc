import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { AppError } from '#shared/lib/app-error.ts'
import { type TerminalId, TerminalReaderId } from '#shared/lib/ids.ts'
import type { AgentTerminal } from '#shared/projections/terminals.ts'
import { useConnection } from '../../connection/host-context.tsx'
import { keysOf } from '../../keyboard/keys.ts'
import { useShortcutTable } from '../../keyboard/shortcuts.ts'
import { outputChange } from './output-changes.ts'
import { isNamed, type Listed, latestOf, outputOf } from './terminal-list.ts'
import { type ScreenOptions, TerminalScreen } from './terminal-screen.ts'
import { FindBar } from './terminal-search.tsx'
import styles from './terminals-panel.module.css'
import type { Side } from './use-split.ts'
import { type JustTaken, useTyping } from './use-terminal-takeover.ts'

interface TerminalPaneProps {
  readonly shown: Listed
  readonly side: Side
  /** What it is called beside another. */
  readonly label: string
  readonly taken: JustTaken
  /** How often the search was asked for since it was closed. */
  readonly timesAsked: number
  readonly onFound: () => void
  readonly onFocus: () => void
  /** What keys do in a terminal, by their commands; absent: nothing now. */
  readonly acts: Readonly<Record<string, (() => void) | undefined>>
}

/** One terminal, and the search in it. */
export function TerminalPane(props: TerminalPaneProps) {
  const { shown, side, label, taken, timesAsked, onFound, onFocus, acts } = props
  const table = useShortcutTable()
  const [screen, setScreen] = useState<TerminalScreen>()
  const onType = useTyping(shown)
  useFocusOnTaken({ shown, screen }, taken)
  // Before the terminal, whose program would be sent the key.
  const onKeyDown = (event: KeyboardEvent) => {
    const act = acts[table.findIn('a terminal', keysOf(event) ?? '')?.id ?? '']
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const leave = () => {
    onFound()
    screen?.focus()
  }
  return (
    <section
      aria-label={label}
      className={styles.place}
      data-terminal={side}
      onKeyDownCapture={onKeyDown}
      onFocus={onFocus}
    >
      {timesAsked > 0 && screen && (
        <FindBar key={`in ${shown.id}`} screen={screen} asked={timesAsked} onClose={leave} />
      )}
      {shown.type === 'agent' ? (
        <AgentScreen terminals={shown.terminals} onOpen={setScreen} onType={onType} />
      ) : (
        <PersonScreen key={shown.id} terminalId={shown.terminal.id} onOpen={setScreen} />
      )}
    </section>
  )
}

interface Drawn {
  readonly shown: Listed
  /** It may be taken before it is drawn. */
  readonly screen: TerminalScreen | undefined
}

/** Taken in this window, and nowhere else, it has the keys: those meant for something else stay out of it. */
function useFocusOnTaken({ shown, screen }: Drawn, { spanId, done }: JustTaken): void {
  const isAwaited = spanId !== undefined && isNamed(shown, spanId)
  const focus = useEffectEvent(() => {
    screen?.focus()
    done()
  })
  useEffect(() => {
    if (screen && isAwaited) focus()
  }, [screen, isAwaited])
}

interface AgentScreenProps {
  readonly terminals: readonly AgentTerminal[]
  readonly onOpen: (screen: TerminalScreen) => void
  /** Absent while nobody may type: it is the agent's. */
  readonly onType: ((data: string) => void) | undefined
}

/**
 * What an agent's commands had printed at the playhead; moving back writes it anew. Another agent's is
 * written to the same screen: to open one takes longer than a frame.
 */
function AgentScreen({ terminals, onOpen, onType }: AgentScreenProps) {
  const commands = latestOf(terminals)
  const place = useRef<HTMLDivElement>(null)
  const screen = useRef<TerminalScreen>(undefined)
  const shown = useRef<readonly AgentTerminal[]>([])
  const wanted = useRef({ commands, onType })
  const show = (isAnswered: boolean) => {
    if (!screen.current) return
    const change = outputChange(shown.current, wanted.current.commands)
    shown.current = wanted.current.commands
    if (change.type === 'append') void screen.current.write(change.text, { isAnswered })
    if (change.type === 'rewrite') void screen.current.rewrite(change.text)
  }
  useScreen(place, 'agents', {
    options: () => ({ isReadOnly: true, onData: (data) => wanted.current.onType?.(data) }),
    use: (opened) => {
      screen.current = opened
      shown.current = wanted.current.commands
      void opened.rewrite(outputOf(shown.current))
      opened.setReadOnly(!wanted.current.onType)
      onOpen(opened)
    },
  })
  useEffect(() => {
    const couldType = wanted.current.onType !== undefined
    wanted.current = { commands, onType }
    // What was printed before it was taken, or before the moment that was shown, was answered then.
    show(couldType)
    screen.current?.setReadOnly(!onType)
  })
  return <div ref={place} className={styles.screen} />
}

/**
 * Opens a screen in `place` and hands it to `use`, which fills it until its signal says that the
 * screen is gone. Opened anew for another `key`.
 */
function useScreen(
  place: RefObject<HTMLElement | null>,
  key: string,
  {
    options,
    use,
  }: {
    readonly options: (screen: () => TerminalScreen | undefined) => ScreenOptions
    readonly use: (screen: TerminalScreen, signal: AbortSignal) => void
  },
): void {
  const latest = useRef({ options, use })
  useEffect(() => {
    latest.current = { options, use }
  })
  useEffect(() => {
    const element = place.current
    if (!element || !key) return undefined
    const ended = new AbortController()
    let screen: TerminalScreen | undefined
    void TerminalScreen.open(
      element,
      latest.current.options(() => screen),
    ).then((opened) => {
      if (ended.signal.aborted) return opened[Symbol.dispose]()
      screen = opened
      latest.current.use(opened, ended.signal)
    })
    return () => {
      ended.abort()
      screen?.[Symbol.dispose]()
    }
  }, [place, key])
}

interface PersonScreenProps {
  readonly terminalId: TerminalId
  readonly onOpen: (screen: TerminalScreen) => void
}

/** A person's own shell. It outlives the window: opened again, it shows what it has printed. */
function PersonScreen({ terminalId, onOpen }: PersonScreenProps) {
  const connection = useConnection()
  const place = useRef<HTMLDivElement>(null)
  const { client } = connection
  const [readerId] = useState(createReaderId)
  useScreen(place, terminalId, {
    options: () => ({
      isReadOnly: false,
      onResize: (size) => ignoreLoss(client['terminals.resize']({ terminalId, ...size })),
      onData: (data) => ignoreLoss(client['terminals.write']({ terminalId, readerId, data })),
    }),
    use: (screen, signal) => {
      ignoreLoss(client['terminals.resize']({ terminalId, ...screen.size }))
      screen.focus()
      onOpen(screen)
      ignoreLoss(fill({ connection, screen, terminalId, readerId, signal }))
    },
  })
  return <div ref={place} className={styles.screen} />
}

interface Filling {
  readonly connection: ReturnType<typeof useConnection>
  readonly screen: TerminalScreen
  readonly terminalId: TerminalId
  readonly readerId: TerminalReaderId
  readonly signal: AbortSignal
}

/** The next piece is asked for when the last one has been drawn; a lost connection is waited for. */
async function fill(filling: Filling): Promise<void> {
  const { connection, screen, terminalId, readerId, signal } = filling
  let after = 0
  while (!signal.aborted) {
    await connection.untilOpen(signal)
    try {
      const pieces = connection.client['terminals.output']({ terminalId, readerId, after }, signal)
      for await (const { at, data, isAnswered, replayEnd } of pieces) {
        after = at + data.length
        await screen.write(data, { isAnswered, isBehind: after < replayEnd })
      }
      return
    } catch (error) {
      if (!AppError.is(error) || error.code !== 'unavailable') throw error
    }
  }
}

function createReaderId(): TerminalReaderId {
  return TerminalReaderId.parse(`trr_${crypto.getRandomValues(new Uint32Array(4)).join('')}`)
}

/** What cannot be said to a terminal that is gone, or out of reach, is not said; the tab tells its state. */
function ignoreLoss(saying: Promise<unknown>): void {
  saying.catch((error: unknown) => {
    const isExpected = AppError.is(error) || (error instanceof Error && error.name === 'AbortError')
    if (!isExpected) throw error
  })
}
