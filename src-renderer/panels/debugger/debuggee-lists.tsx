import { ArrowRight, Circle, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DebugBreakpoint, DebugFrame } from '#shared/events/debug.ts'
import type { Debuggee, Standing } from '#shared/projections/debugging.ts'
import { useSelection } from '../../session/session-context.tsx'
import { classNames } from '../../ui/styles/class-names.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx'
import styles from './debugger.module.css'

interface ListProps {
  readonly debuggee: Debuggee
}

/** The calls that led to where it stands; each leads to its line. */
export function FrameList({ debuggee: { standing } }: ListProps) {
  if (!standing || standing.frames.length === 0) return null
  const { frames, framesLeftOut = 0 } = standing
  return (
    <Section title="Stack">
      <ol>
        {frames.map((frame, index) => (
          // The same call may be on the stack many times: its place is what it is known by.
          // biome-ignore lint/suspicious/noArrayIndexKey: frames of one stop never move
          <FrameRow key={index} frame={frame} isTop={index === 0} />
        ))}
      </ol>
      {framesLeftOut > 0 && (
        <p className={styles.more}>{formatNumber(framesLeftOut, 'more', 'more')}</p>
      )}
    </Section>
  )
}

/** Where there is little room the folders give way: the file and the line tell more. */
function Place({ path, line }: { readonly path: string; readonly line: number }) {
  const short = shortPath(path)
  const file = short.lastIndexOf('/') + 1
  return (
    <span className={styles.place}>
      <VisuallyHidden>{`${short}:${line}`}</VisuallyHidden>
      <span aria-hidden="true">{short.slice(0, file)}</span>
      <span aria-hidden="true">{`${short.slice(file)}:${line}`}</span>
    </span>
  )
}

function FrameRow({ frame, isTop }: { readonly frame: DebugFrame; readonly isTop: boolean }) {
  const { name, path, line } = frame
  const { select } = useSelection()
  const inside = (
    <>
      <span className={styles.mark}>{isTop && <ArrowRight aria-hidden="true" />}</span>
      <span className={styles.name} title={name}>
        {name}
      </span>
      {path ? (
        <Place path={path} line={line} />
      ) : (
        <span className={styles.aside}>not of the project</span>
      )}
    </>
  )
  return (
    <li aria-current={isTop ? 'step' : undefined}>
      {path ? (
        <button
          type="button"
          className={styles.row}
          title={`Show ${shortPath(path)}, line ${line}`}
          onClick={() => select({ path, line })}
        >
          {inside}
        </button>
      ) : (
        <div className={styles.row}>{inside}</div>
      )}
    </li>
  )
}

/** What its agent saw last of where it stands. */
export function VariableList({ debuggee: { standing, seen } }: ListProps) {
  if (!standing) return null
  const of = seen && seen.frame > 0 ? ` of call ${seen.frame}` : ''
  return (
    <Section title={`Variables as the agent saw them${of}`} className={styles.seen}>
      {seen && seen.variables.length > 0 ? (
        <ul>
          {seen.variables.map(({ name, value, depth }, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: what was seen once never changes
              key={index}
              className={styles.variable}
              style={{ paddingLeft: `${12 + depth * 14}px` }}
              title={value}
            >
              <span className={styles.variableName}>{name}</span>
              <span className={styles.value}>{value}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.more}>The agent has not looked at any here.</p>
      )}
    </Section>
  )
}

/** The lines at which it stops, by file. */
export function BreakpointList({ debuggee: { breakpoints } }: ListProps) {
  const files = Object.entries(breakpoints)
  if (files.length === 0) return null
  return (
    <Section title="Breakpoints">
      <ul>
        {files.flatMap(([path, placed]) =>
          placed.map((breakpoint, index) => (
            // Two may have been moved to one line: each is known by its place.
            // biome-ignore lint/suspicious/noArrayIndexKey: a file's are set all at once
            <BreakpointRow key={`${path}:${index}`} path={path} breakpoint={breakpoint} />
          )),
        )}
      </ul>
    </Section>
  )
}

interface BreakpointRowProps {
  readonly path: string
  readonly breakpoint: DebugBreakpoint
}

function BreakpointRow({ path, breakpoint }: BreakpointRowProps) {
  const { line, condition, isVerified } = breakpoint
  const { select } = useSelection()
  const Icon = isVerified ? Circle : CircleDashed
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        title={isVerified ? `Show ${shortPath(path)}, line ${line}` : NOT_YET}
        onClick={() => select({ path, line })}
      >
        <span className={styles.breakpoint} data-verified={isVerified}>
          <Icon aria-hidden="true" />
        </span>
        <Place path={path} line={line} />
        {condition && (
          <span className={styles.condition} title={`if ${condition}`}>
            if {condition}
          </span>
        )}
        {!isVerified && <VisuallyHidden>{NOT_YET}</VisuallyHidden>}
      </button>
    </li>
  )
}

const NOT_YET = 'Nothing that was loaded has this line yet.'

interface SectionProps {
  readonly title: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

function Section({ title, className, children }: SectionProps) {
  return (
    <section className={classNames(styles.section, className)} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

const reasons: Readonly<Record<string, string>> = {
  breakpoint: 'stopped at a breakpoint',
  step: 'stopped after a step',
  exception: 'stopped at an exception',
  pause: 'stopped where it was',
  entry: 'stopped before its first line',
  'debugger statement': 'stopped at a debugger statement',
}

/** How a program stands, in a few words. */
export function tellDebuggee({ standing, end }: Debuggee): string {
  if (end) return tellEnd(end)
  return standing ? tellReason(standing) : 'runs'
}

/** Why a program stands still. */
function tellReason({ reason }: Pick<Standing, 'reason'>): string {
  return reasons[reason] ?? `stopped: ${reason}`
}

function tellEnd({ outcome, exitCode }: NonNullable<Debuggee['end']>): string {
  if (exitCode !== null) return exitCode === 0 ? 'ended' : `ended with exit code ${exitCode}`
  if (outcome === 'error') return 'its debugger failed'
  return outcome === 'interrupted' ? 'interrupted' : 'was ended'
}

/** A path as people know it: below the project without its prefix. */
export function shortPath(path: string): string {
  return path.replace(/^\/workspace\//, '')
}
