/** Node's own, taken before the app's `process.exit` becomes Electron's. */
const exit = process.exit.bind(process)

/** Ends the process, whatever the app thinks of it. */
export function exitNow(code: number): void {
  exit(code)
}
