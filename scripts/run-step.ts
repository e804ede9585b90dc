import { spawn } from 'node:child_process'

/** One command of a check or of the tests. */
export type Step = {
  readonly name: string
  /** The script Node runs and its arguments. */
  readonly command: readonly string[]
  /** Picks from the output the part that says how much was done. */
  readonly summary?: RegExp
  /** Its output goes to the terminal as it comes, and is not kept. */
  readonly isShown?: boolean
  /** Added to this process's own. */
  readonly environment?: Readonly<Record<string, string>>
}

export type StepResult = {
  readonly name: string
  readonly ok: boolean
  readonly summary: string
  readonly output: string
  readonly seconds: number
}

/** Runs a step in a process of its own. */
export function runStep(step: Step): Promise<StepResult> {
  const { name, command, summary, isShown = false } = step
  const startedAt = performance.now()
  const child = spawn(process.execPath, command, {
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(isShown ? {} : { NO_COLOR: '1' }), ...step.environment },
  })
  let output = ''
  const collect = (chunk: string) => {
    output += chunk
  }
  child.stdout?.setEncoding('utf8').on('data', collect)
  child.stderr?.setEncoding('utf8').on('data', collect)
  return new Promise((resolve) => {
    child.on('error', (error) => collect(error.message))
    child.on('close', (code) => {
      const found = summary?.exec(output)?.[0] ?? ''
      const seconds = (performance.now() - startedAt) / 1000
      resolve({ name, ok: code === 0, summary: found, output, seconds })
    })
  })
}

/** Prints a step's one line, and what it had to say if it failed. */
export function printResult({ name, ok, summary, output, seconds }: StepResult): void {
  const line = `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(30)} ${seconds.toFixed(1).padStart(5)} s`
  console.log(summary ? `${line}  ${summary}` : line)
  if (!ok) console.log(output.trim())
}
