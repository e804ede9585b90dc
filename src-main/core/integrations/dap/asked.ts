import type { AskedBreakpoint } from './session-breakpoints.ts'

/** Which exceptions a program stops at. */
export type Exceptions = 'none' | 'uncaught' | 'all'

/** A program to be debugged, as an agent names it. */
export interface AskedProgram {
  /** Which debugger; by the program's name where it is not said. */
  readonly type?: string | undefined
  readonly program?: string | undefined
  /** A Python module to run in place of a file. */
  readonly module?: string | undefined
  readonly args: readonly string[]
  /** For Node or Python itself. */
  readonly runtimeArgs: readonly string[]
  readonly cwd?: string | undefined
  readonly env: Readonly<Record<string, string>>
  readonly stopOnEntry: boolean
}

/** A configuration of the project's launch.json. */
export interface AskedConfiguration {
  readonly configuration: string
  /** What `${file}` stands for in it. */
  readonly file?: string | undefined
}

export interface AskedStart {
  readonly what: AskedProgram | AskedConfiguration
  readonly breakpoints: ReadonlyMap<string, readonly AskedBreakpoint[]>
  readonly exceptions: Exceptions
}

/** What stands for the port in the arguments of an adapter that listens on one. */
export const PORT = '$' + '{port}'

/** A program that serves the Debug Adapter Protocol, over its streams or on a port that it is given. */
export interface AdapterCommand {
  readonly command: string
  readonly args: readonly string[]
}

/** What is started: which debugger, and what it is told. */
export interface Plan {
  readonly title: string
  readonly type: string
  readonly request: 'launch' | 'attach'
  readonly args: object
  /** Absent: one that comes with Orrery, or that it knows. */
  readonly adapter?: AdapterCommand
  /** What of a configuration was not done. */
  readonly notDone?: string
}
